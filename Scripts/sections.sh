# Sourced by the scripts that run several steps: prints each step's name and time, goes on after a failure, and
# ends with one table. `finish` exits non-zero when any step failed.
sections=()
failures=0

section() {
  local name=$1 status=0 began=$SECONDS
  shift
  printf '\n=== %s\n' "$name"
  "$@" || status=$?
  local seconds=$((SECONDS - began))
  if ((status)); then
    failures=$((failures + 1))
    sections+=("FAIL  ${seconds}s  $name (exit $status)")
  else
    sections+=("ok    ${seconds}s  $name")
  fi
  printf '=== %s: %s after %ds\n' "$name" "$( ((status)) && echo "FAILED, exit $status" || echo ok)" "$seconds"
  return 0
}

finish() {
  printf '\n=== %s\n' "$1"
  printf '%s\n' "${sections[@]}"
  exit $((failures > 0))
}
