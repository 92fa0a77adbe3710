#!/usr/bin/env bash
# supervise.sh: run one command and end it when our standard input closes.
#
# USAGE: supervise.sh [-r] STATUS COMMAND [ARG...] (started by loadgen, one for each server, ab and PostgreSQL)
#   -r   remove the folder of STATUS once COMMAND has ended: a temporary one that shall not outlive the tool
#
# The tool holds the other end of our standard input. However it goes away, kill -9 included, the kernel closes that end,
# and we end COMMAND: SIGTERM, then SIGKILL three seconds later. A parent-death signal alone would not do: it follows the
# thread that started the child, and the tool's threads come and go. We are one thread, so it covers our own death.
#
# COMMAND runs with its soft descriptor limit at the hard one. STATUS gets these lines:
#   pid PID
#   started TICKS    since boot: tells PID from whoever has that number later (./threadwall clean)
#   boot BOOT        the kernel's boot_id
#   keeper PID       this shell
#   keeping TICKS    when that was started
#   command COMMAND [ARG...]
# and at COMMAND's end
#   exit CODE
#   USER SYSTEM      CPU time of this shell, as 0m0.003s 0m0.002s
#   USER SYSTEM      CPU time of COMMAND
# One that is over before it was looked at has no start.
set -u

remove=
if [[ $1 == -r ]]; then
    remove=${2%/*}
    shift
fi
status=$1
shift

# One line, or none for a process that is gone: the name in proc_pid_stat(5) may hold blanks, its third field comes after.
echo_start() { # NAME PID
    local stat fields
    read -r stat <"/proc/$2/stat" || return
    read -ra fields <<<"${stat##*) }"
    echo "$1 ${fields[22 - 3]}"
}

ulimit -Sn "$(ulimit -Hn)"
die_with_us=()
if setpriv --pdeathsig KILL true 2>/dev/null; then
    die_with_us=(setpriv --pdeathsig KILL)
fi

exec 3<&0
"${die_with_us[@]}" "$@" </dev/null 3<&- &
child=$!
echo "pid $child" >"$status"
{
    echo_start started "$child"
    read -r boot </proc/sys/kernel/random/boot_id && echo "boot $boot"
    echo "keeper $$"
    echo_start keeping $$
    words=$*
    echo "command ${words//$'\n'/ }"
} >>"$status" 2>/dev/null

end_child() {
    kill -TERM "$child" 2>/dev/null
    for ((tenth = 0; tenth < 30; tenth++)); do
        kill -0 "$child" 2>/dev/null || return
        sleep 0.1
    done
    kill -KILL "$child" 2>/dev/null
}

{
    read -r -u 3
    end_child
} >/dev/null 2>&1 &
watcher=$!

wait "$child"
code=$?
{ kill "$watcher" && wait "$watcher"; } 2>/dev/null

echo "exit $code" >>"$status"
times >>"$status" # not through a pipe: a subshell has no children to account for
if [[ -n $remove ]]; then rm -rf -- "$remove"; fi
exit "$code"
