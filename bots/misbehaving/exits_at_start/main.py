"""Ends before it is ready, as if all were well."""

raise SystemExit(0)
