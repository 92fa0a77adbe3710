#!/usr/bin/env bash
#
# bill.sh - what a task costs, all memory included: runs the program once, with flags of your choice
#
# USAGE: task-programs/sleep/java/bill.sh KIND N MILLIS [JVM FLAG...]
#
#   bill.sh kilim-timer 1000000 10000 -XX:+UseSerialGC -Xmn4m
#
# Prints the program's own line, and below it bytes per task: its peak resident memory (VmHWM),
# page tables (VmPTE) and 16 kB of kernel stack for each of its threads, divided by N.
# Reads /proc/PID/status five times a second, so it misses what happens in the last 0.2 s.
#
# REQUIREMENTS: bash 4, the jar (any ./threadwall command makes it), and JAVA_HOME or a java 25 on
#   PATH.
set -euo pipefail

case ${1-} in
    -h | --help)
        sed -n '3,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
        exit
        ;;
esac
if (($# < 3)); then
    echo "bill.sh: arguments are '$*', must be at least three: KIND N MILLIS; see bill.sh --help" >&2
    exit 2
elif [[ ! $2 =~ ^[1-9][0-9]*$ ]]; then
    echo "bill.sh: N is '$2', must be a whole number from 1" >&2
    exit 2
fi
kind=$1 tasks=$2 millis=$3
shift 3
jar=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/target/sleep-java.jar
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
if [[ ! -e $jar ]]; then
    echo "bill.sh: there is no $jar yet; any ./threadwall command builds it" >&2
    exit 1
fi

"$java" "$@" -jar "$jar" "$kind" "$tasks" "$millis" &
pid=$!
trap 'kill "$pid" && wait "$pid"' EXIT # a Ctrl-C is ignored by what a script has in the background
hwm=0 tables=0 threads=0
while kill -0 "$pid" 2>/dev/null; do
    while read -r key value _; do
        case $key in
            VmHWM:) hwm=$value ;;
            VmPTE:) ((value <= tables)) || tables=$value ;;
            Threads:) ((value <= threads)) || threads=$value ;;
        esac
    done 2>/dev/null <"/proc/$pid/status" || true
    sleep 0.2
done
trap - EXIT
wait "$pid" || exit
printf '%d bytes per task: %d kB resident, %d kB page tables, %d threads\n' \
    $(((hwm + tables + 16 * threads) * 1024 / tasks)) "$hwm" "$tables" "$threads"
