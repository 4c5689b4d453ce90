# Sourced by the scripts behind `make`: run a part of the work under its name, and say how long it took.
part() {
  local start=$SECONDS
  printf '== %s\n' "$1"
  shift
  "$@"
  printf '   %s s\n' "$((SECONDS - start))"
}
