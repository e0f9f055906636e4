#!/usr/bin/env bash
# How a run ends: every pair of the tests' status and of what became of the job beside them. Exits 1 if one is wrong.
set -euo pipefail
scripts=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
wrong=0

# Runs a script that ends as ./verify does, with the same shell options.
ends_with() { # EXPECTED WHAT SCRIPT
  local status=0
  bash -c "set -euo pipefail; . '$scripts/ending.sh'; job='$scratch/job.log'; $3" >"$scratch/out" 2>&1 || status=$?
  [ "$status" -eq "$1" ] || { echo "ending: $2: exit status $status instead of $1; it said: $(cat "$scratch/out")"; wrong=1; }
}
said() { # TEXT
  grep -q -- "$1" "$scratch/out" || { echo "ending: '$1' was not said, but: $(cat "$scratch/out")"; wrong=1; }
}
gone() { # FILE with a process id
  for _ in $(seq 100); do
    kill -0 "$(cat "$1")" 2>/dev/null || return 0
    sleep 0.05
  done
  echo "ending: a process of the job was left running"
  wrong=1
}

await='for _ in $(seq 200); do look_beside; [ $background_state = running ] || break; sleep 0.02; done;'
long="run_beside build \"\$job\" bash -c 'sleep 100 & echo \$! >$scratch/child; wait';
  until [ -s $scratch/child ]; do sleep 0.02; done;"

ends_with 0 "no job, tests passed" 'finish 0'
ends_with 1 "no job, tests failed" 'finish 1'

ends_with 0 "job finished, tests passed" "run_beside build \"\$job\" true; $await finish 0"
ends_with 3 "job finished, tests failed" "run_beside build \"\$job\" true; $await finish 3"

ends_with 1 "job failed, tests passed" "run_beside build \"\$job\" bash -c 'echo no disk; exit 7'; $await finish 0"
said "build failed"
said "no disk"
ends_with 3 "job failed, tests failed" "run_beside build \"\$job\" false; $await finish 3"

ends_with 0 "job runs, tests passed" "$long finish 0"
said "build is not finished"
gone "$scratch/child"
rm "$scratch/child"
ends_with 3 "job runs, tests failed" "$long finish 3"
gone "$scratch/child"
rm "$scratch/child"

ends_with 5 "job runs, script fails before its end" "$long (exit 5)"
gone "$scratch/child"
rm "$scratch/child"
ends_with 143 "job runs, script is told to end" "$long kill \$\$; sleep 10"
gone "$scratch/child"
ends_with 5 "job finished, script fails before its end" "run_beside build \"\$job\" true; $await (exit 5)"

[ $wrong -eq 0 ] && echo "ending: ok"
exit $wrong
