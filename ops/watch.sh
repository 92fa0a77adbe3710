#!/usr/bin/env bash
#
# watch.sh - threads of java and ab, and free memory, one line per second
#
# USAGE: watch.sh [--interval SECONDS] [--count N]
#
#   --interval SECONDS   time between lines, 0.1 or more  (default 1)
#   --count N            end after N lines                (default: until ended)
#   -h, --help           this text
#
# COLUMNS: time of day · threads of all processes named java · threads of all named ab
#   (one each) · MB of memory that programs can still get (MemAvailable) and that is
#   unused (MemFree). On a terminal it repeats the header every 20 lines.
#
# EXAMPLE: ops/watch.sh | tee rampdown.txt
#
# EXIT: 0 when ended by Ctrl-C, by SIGTERM or because its output has no reader; 2 bad usage.
#
# REQUIREMENTS: bash and Linux. It starts no other program while it runs, and reads one
#   file per process, not per thread: 40,000 threads cost no more than one.
#
# CAVEATS: It finds processes by their names in /proc/PID/comm: "java", whatever HotSpot
#   names its threads. Under hidepid it sees only your own.
#
# FOR TESTS: WATCH_PROC=FOLDER stands for /proc.

set -euo pipefail
shopt -s nullglob
proc=${WATCH_PROC:-/proc}
interval=1000000 # microseconds
lines=0          # to print in all; 0: no end

fault() { # CODE MESSAGE
    printf 'watch.sh: %s\n' "$2" >&2
    exit "$1"
}

# Microseconds of "1", "0.5" or ".25".
seconds() { # TEXT
    [[ $1 =~ ^([0-9]{0,6})(\.([0-9]{1,6}))?$ && -n $1 ]] || fault 2 "--interval takes seconds, not '$1'"
    local fraction=${BASH_REMATCH[3]}000000
    interval=$((10#0${BASH_REMATCH[1]} * 1000000 + 10#${fraction:0:6}))
    ((interval >= 100000)) || fault 2 "--interval must be at least 0.1 seconds, not '$1'"
}

number() { # TEXT
    [[ $1 =~ ^[1-9][0-9]{0,8}$ ]] || fault 2 "--count takes a whole number above 0, not '$1'"
    lines=$1
}

# Sums up over all processes. One read each: "PID (NAME) STATE ..." has the name and, 18 words after it, the number of
# threads (proc_pid_stat(5), field 20). A process that is gone by then counts nothing.
count_threads() {
    local file stat name words
    java=0 ab=0
    for file in "$proc"/[0-9]*/stat; do
        { read -r stat <"$file"; } 2>/dev/null || continue
        name=${stat#*(}
        name=${name%)*} # which may have both in it
        [[ $name == java || $name == ab ]] || continue
        read -ra words <<<"${stat##*) }"
        if [[ $name == java ]]; then java=$((java + words[17])); else ab=$((ab + words[17])); fi
    done
}

read_memory() {
    local key value
    available='' free=''
    while read -r key value _; do
        case $key in
            MemFree:) free=$((value / 1024)) ;;
            MemAvailable:)
                available=$((value / 1024))
                break
                ;;
        esac
    done <"$proc/meminfo"
}

# If the output has no reader any more, that is a normal end and no error.
row() { # FORMAT ARGUMENT...
    # shellcheck disable=SC2059 # the formats are the ones below
    printf "$@" 2>/dev/null || exit 0
}

head_line() { row '%-8s %12s %8s %12s %8s\n' time 'java threads' 'ab' 'available MB' 'free MB'; }

line() {
    count_threads
    read_memory
    row '%(%H:%M:%S)T %12d %8d %12s %8s\n' -1 "$java" "$ab" "$available" "$free"
}

# Waits until the next full interval since the start, so that lines do not drift, and starts no program for it. Bash runs
# a trap between two commands, so a signal that comes just before `read` waits for its end: each `read` takes a second at
# most.
wait_for_next() {
    local now=${EPOCHREALTIME/[.,]/} rest
    next=$((next + interval))
    ((next > now)) || next=$((now + interval))
    while rest=$((next - now)) && ((rest > 0)); do
        ((rest <= 1000000)) || rest=1000000
        printf -v rest '%d.%06d' $((rest / 1000000)) $((rest % 1000000))
        read -r -t "$rest" -u "$never" || true
        now=${EPOCHREALTIME/[.,]/}
    done
}

watch() {
    local printed
    for ((printed = 0; lines == 0 || printed < lines; printed++)); do
        if ((printed)); then wait_for_next; fi
        if ((printed == 0)) || { [[ -t 1 ]] && ((printed % 20 == 0)); }; then head_line; fi
        line
    done
}

while (($#)); do
    case $1 in
        --interval | --count)
            (($# > 1)) || fault 2 "$1 needs a number"
            if [[ $1 == --interval ]]; then seconds "$2"; else number "$2"; fi
            shift
            ;;
        --interval=*) seconds "${1#*=}" ;;
        --count=*) number "${1#*=}" ;;
        -h | --help)
            sed -n '3,/^$/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
            exit 0
            ;;
        -*) fault 2 "unknown option '$1'; watch.sh --help lists them" ;;
        *) fault 2 "does not take '$1'; see watch.sh --help" ;;
    esac
    shift
done
[[ -r $proc/meminfo ]] || fault 4 "cannot read $proc/meminfo: is /proc mounted?"

trap 'exit 0' INT TERM PIPE
exec {never}<> <(:) # open for writing, too: it never ends and never has anything to read
next=${EPOCHREALTIME/[.,]/}
watch
