#!/usr/bin/env bash
# supervise.sh: run a command, and end it when our standard input closes.
#
# USAGE: supervise.sh [-r] [-m MARK] STATUS COMMAND [ARG...]
#   ChildProcess starts one for each server, client and PostgreSQL.
#   -r        delete the folder of STATUS once COMMAND has ended: a temporary folder that must not outlive the tool
#   -m MARK   COMMAND is a user's, of which nothing is known. It gets THREADWALL_MARK=MARK in its environment, which its
#             processes inherit, whatever else they do to leave it. Those that it leaves behind are ended, too.
#
# The tool holds the other end of our standard input. However the tool ends, kill -9 included, the kernel closes that
# end, and we end COMMAND: by SIGTERM, and by SIGKILL three seconds later. A parent-death signal alone is not enough:
# it is sent when the thread that started the child ends, and the tool's threads come and go. This script has a single
# thread, so the signal covers the death of the script itself.
#
# COMMAND runs with its soft descriptor limit raised to the hard one. These lines are written to STATUS:
#   pid PID
#   started TICKS    start time since boot: tells PID from a later process with that number (./threadwall clean)
#   boot BOOT        the kernel's boot_id
#   keeper PID       this script
#   keeping TICKS    start time of this script
#   command COMMAND [ARG...]
# and when COMMAND has ended:
#   exit CODE
#   USER SYSTEM      CPU time of this shell, as 0m0.003s 0m0.002s
#   USER SYSTEM      CPU time of COMMAND
# If COMMAND ends before it can be inspected, "started" is missing.
set -u

remove='' mark=''
while getopts rm: option; do
    case $option in
        r) remove=true ;;
        m) mark=$OPTARG ;;
        *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
status=$1
shift

# Print NAME and the start time of PID; nothing if the process is gone. The name in proc_pid_stat(5) may contain blanks,
# so fields are counted from the third one, which follows it.
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

marking=()
if [[ -n $mark ]]; then marking=(env "THREADWALL_MARK=$mark"); fi

exec 3<&0
"${die_with_us[@]}" "${marking[@]}" "$@" </dev/null 3<&- &
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

# Whether a process has ended: it is gone, or a zombie whose other threads have ended, too. When the first thread of a
# JVM ends, its environment in /proc is gone, while other threads may still hold its sockets.
has_ended() { # PID
    local stat threads=("/proc/$1/task/"*)
    read -r stat <"/proc/$1/stat" || return 0
    [[ ${stat##*) } == Z* ]] && ((${#threads[@]} == 1))
}

# Ends what has the mark: by SIGTERM, and by SIGKILL ten seconds later.
end_marked() {
    local tenth pid marked
    local -A ending=()
    for ((tenth = 0; tenth < 120; tenth++)); do
        mapfile -t marked < <(grep -lzsxF -- "THREADWALL_MARK=$mark" /proc/[0-9]*/environ | cut -d / -f 3)
        if ((tenth == 0)); then kill -TERM "${marked[@]}"; fi
        if ((tenth >= 100)); then kill -KILL "${marked[@]}"; fi
        for pid in "${marked[@]}"; do ending[$pid]=true; done
        for pid in "${!ending[@]}"; do
            if has_ended "$pid"; then unset "ending[$pid]"; fi
        done
        ((${#ending[@]} > 0)) || return
        sleep 0.1
    done
}

{
    read -r -u 3
    end_child
} >/dev/null 2>&1 &
watcher=$!

{ wait "$child"; } 2>/dev/null # else bash would say by which signal it was killed, as if COMMAND had said it
code=$?
{ kill "$watcher" && wait "$watcher"; } 2>/dev/null

echo "exit $code" >>"$status"
times >>"$status" # not in a pipe: a subshell would not report the times of our children
if [[ -n $mark ]]; then end_marked 2>/dev/null; fi
if [[ -n $remove ]]; then rm -rf -- "${status%/*}"; fi
exit "$code"
