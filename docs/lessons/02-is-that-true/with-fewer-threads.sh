#!/usr/bin/env bash
#
# with-fewer-threads - runs a command where few threads are allowed
#
# USAGE: with-fewer-threads.sh N COMMAND [ARGUMENT...]
#
# As root it makes a cgroup with pids.max at N, runs the command in it, and deletes the cgroup. Otherwise it runs the command
# with RLIMIT_NPROC at N more than the user's threads now. Nothing else is changed.
#
# REQUIREMENTS: bash; as root a pids controller of cgroup version 1 or 2.
# EXIT CODES: that of the command; 2 usage; 4 a cgroup cannot be made.
set -euo pipefail

fault() { # CODE MESSAGE...
    printf 'with-fewer-threads.sh: %s\n' "${*:2}" >&2
    exit "$1"
}

[[ $# -ge 2 && $1 =~ ^[1-9][0-9]*$ ]] || fault 2 'USAGE: with-fewer-threads.sh N COMMAND [ARGUMENT...]'
most=$1
shift

if ((EUID != 0)); then
    threads=$(ps -L -u "$EUID" -o lwp= | wc -l)
    ulimit -u $((threads + most)) || fault 4 "ulimit -u cannot be set to $((threads + most))"
    exec "$@"
fi

controller=/sys/fs/cgroup
if [[ -d /sys/fs/cgroup/pids ]]; then controller=/sys/fs/cgroup/pids; fi
group=$controller/threadwall-lesson-$$
mkdir "$group" 2>/dev/null || fault 4 "no cgroup can be made below $controller; try it as an ordinary user"

# The last processes of the command may still be ending.
# shellcheck disable=SC2317 # called by the trap
remove_group() {
    local try
    for ((try = 0; try < 50; try++)); do
        rmdir "$group" 2>/dev/null && return
        sleep 0.1
    done
    printf 'with-fewer-threads.sh: %s is still in use; delete it with rmdir\n' "$group" >&2
}
trap remove_group EXIT

[[ -e $group/pids.max ]] || fault 4 "$controller has no pids controller; try it as an ordinary user"
echo "$most" >"$group/pids.max"
status=0
(
    echo "$BASHPID" >"$group/cgroup.procs"
    exec "$@"
) || status=$?
exit "$status"
