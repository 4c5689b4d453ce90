# Sourced by the scripts behind `make`: run a part of the work under its name, say how long it took, pass on its status.
part() {
  local start=$SECONDS status=0
  printf '== %s\n' "$1"
  shift
  "$@" || status=$?
  printf '   %s s\n' "$((SECONDS - start))"
  return "$status"
}
