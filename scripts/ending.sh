# Sourced by ./verify. One job beside the tests, and an ending whose exit status does not depend on what ending it takes.

background_pid=''
background_name=''
background_log=''

# The job has a process group of its own, so that nothing of it is left when this script ends, however it ends.
run_beside() { # NAME LOG COMMAND...
  background_name=$1 background_log=$2
  shift 2
  mkdir -p "$(dirname "$background_log")"
  setsid "$@" >"$background_log" 2>&1 &
  background_pid=$!
  trap end_beside EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
}

# Sets background_state to none, running, finished or failed. Asks the shell and not the kernel: a number may be another
# process's by now.
look_beside() {
  background_state=none
  [ -n "$background_pid" ] || return 0
  background_state=running
  case " $(jobs -pr | tr '\n' ' ')" in *" $background_pid "*) return 0 ;; esac
  if wait "$background_pid"; then background_state=finished; else background_state=failed; fi
}

# What EXIT runs: the status with which the script ends is kept, whatever happens here.
end_beside() {
  local status=$?
  trap - EXIT
  look_beside
  if [ "$background_state" = running ]; then kill -- "-$background_pid" || true; fi
  exit "$status"
}

# Zero exactly when the tests passed (STATUS) and the job beside them did not fail.
finish() { # STATUS
  local status=$1
  look_beside
  case $background_state in
    failed)
      printf '%s failed; its last lines, all of it is in %s:\n' "$background_name" "$background_log"
      tail -n 20 "$background_log" | sed 's/^/  /'
      [ "$status" -ne 0 ] || status=1
      ;;
    running) echo "$background_name is not finished; the next run goes on where it stops" ;;
  esac
  exit "$status"
}
