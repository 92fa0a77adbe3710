#!/usr/bin/env bash
#
# kill.sh - memory of this machine before, at the peak of and after kill -9 of the tool, a server and a client
#
# USAGE: docs/data/20261129-idle-kill/kill.sh >memory.tsv      (in the project's folder)
#
# Each time 200,000 connections to eleven processes of kilim are open. Used memory is without caches, reclaimable slab
# and a virtual machine that runs beside.
set -uo pipefail

established() { ss -s | sed -n 's/^TCP:.*(estab \([0-9]*\),.*/\1/p'; }

used() {
    local machine
    machine=$(ps -o rss= -C qemu-system-x86 | head -n 1)
    awk -v machine="${machine:-0}" '{ kib[$1] = $2 } END { print int((kib["MemTotal:"] - kib["MemFree:"] - \
        kib["Buffers:"] - kib["Cached:"] - kib["SReclaimable:"] - machine) / 1024) }' /proc/meminfo
}

# Of the processes that the run has started.
alive() {
    local pid count=0
    while read -r pid; do
        ! kill -0 "$pid" 2>/dev/null || ((++count))
    done < <(sed -n 's/^pid //p' "$run"/*.status "$run"/steps/*/*.status 2>/dev/null)
    echo "$count"
}

line() { # SECONDS
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$killed" "$1" "$(used)" "$(awk '/^Slab:/ { print int($2 / 1024) }' /proc/meminfo)" \
        "$(established)" "$(alive)"
}

printf 'killed\tseconds\tused MiB\tslab MiB\testablished ends\tprocesses\n'
for killed in tool server client; do
    run=results/kill-$killed
    rm -rf "$run"
    sleep 20
    line before
    ./threadwall bench idle --servers kilim --collector serial --connections 200k --ping --out "$run" >"$run.out" 2>"$run.err" &
    tool=$!
    full=0
    until grep -q 'making a request on' "$run.err" || ((full > 20)); do
        kill -0 "$tool" || exit
        (($(established) < 400000)) || ((++full))
        sleep 1
    done
    line peak
    case $killed in
        tool) victim=$tool ;;
        server) victim=$(sed -n 's/^pid //p' "$run"/steps/001-*/server-1.status) ;;
        client) victim=$(sed -n 's/^pid //p' "$run"/holder-1-measured-1.status) ;;
    esac
    kill -9 "${victim:?no process to kill}"
    at=$(date +%s)
    for seconds in 1 5 10 20 30 60 90 120; do
        while (($(date +%s) - at < seconds)); do sleep 0.1; done
        line "$seconds"
    done
    wait "$tool" || echo "$killed: the tool ended with $?" >&2
done
