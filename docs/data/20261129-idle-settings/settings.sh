#!/usr/bin/env bash
#
# settings.sh - what an idle connection costs the kernel under one setting after another, and what each costs in speed
#
# USAGE: sudo docs/data/20261129-idle-settings/settings.sh ROUNDS      (in the project's folder; needs cc and jq)
#
# Each run has a network namespace of its own, so a sysctl changes nothing on the machine. In each round the settings
# come in turn. Bytes are the growth of Slab for each of 19,000 connections to c-epoll, both ends. Requests are those of
# `bench speed --settings keepalive`, per second of the server's CPU time. Writes to results/settings: settings.tsv with
# a line for each setting and round, and the records of all runs in this order, idle.jsonl and speed.jsonl.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
runs=results/settings
mkdir -p "${runs%/*}"
mkdir "$runs" # the records of an earlier run stay
cc -shared -fPIC -o "$runs/sockopt.so" "$here/sockopt.c"
preload="export LD_PRELOAD=$PWD/$runs/sockopt.so"

# NAME, then what is run in the namespace before the tool
settings=(
    'default' ':'
    'tcp_rmem 4096 4096 6291456' 'sysctl -qw net.ipv4.tcp_rmem="4096 4096 6291456"'
    'tcp_wmem 4096 4096 4194304' 'sysctl -qw net.ipv4.tcp_wmem="4096 4096 4194304"'
    'tcp_moderate_rcvbuf 0' 'sysctl -qw net.ipv4.tcp_moderate_rcvbuf=0'
    'tcp_timestamps 0' 'sysctl -qw net.ipv4.tcp_timestamps=0'
    'tcp_no_metrics_save 1' 'sysctl -qw net.ipv4.tcp_no_metrics_save=1'
    'tcp_congestion_control reno' 'sysctl -qw net.ipv4.tcp_congestion_control=reno'
    'SO_RCVBUF 4096' "$preload SOCKOPT=rcvbuf VALUE=4096"
    'SO_SNDBUF 4096' "$preload SOCKOPT=sndbuf VALUE=4096"
    'TCP_DEFER_ACCEPT 1' "$preload SOCKOPT=defer VALUE=1"
    'client on IPv4 sockets' 'export JDK_JAVA_OPTIONS=-Djava.net.preferIPv4Stack=true' # ab's are always
)

bench() { # SETTING FOLDER ARGUMENT...
    unshare --net bash -euc "ip link set lo up; $1; exec ./threadwall bench \"\${@:2}\" --out \"\$1\"" bash "${@:2}" \
        >"$2.out" 2>"$2.err" || { cat "$2.err" && exit 1; }
    ! grep 'cannot be preloaded' "$2.err"
}

bytes() { # FOLDER
    jq -es 'map(select(.kind == "idle"))[0].readings
        | map({key: .moment, value: .kernel.slabBytes}) | from_entries
        | (.HELD - .OWN) / 19000 | round' "$1/run.jsonl"
}

speed() { # FOLDER
    jq -es 'map(select(.kind == "step"))[0].server.requestsPerCpuSecond | round' "$1/run.jsonl"
}

printf 'round\tsetting\tkernel bytes each\trequests per CPU second\n' >"$runs/settings.tsv"
for ((round = 1; round <= $1; round++)); do
    for ((i = 0; i < ${#settings[@]}; i += 2)); do
        folder=$runs/$round-$((i / 2))
        bench "${settings[i + 1]}" "$folder-idle" idle --servers c-epoll --connections 19k
        bench "${settings[i + 1]}" "$folder-speed" speed --servers c-epoll --settings keepalive --repeats 1 --rounds 1
        cat "$folder-idle/run.jsonl" >>"$runs/idle.jsonl"
        cat "$folder-speed/run.jsonl" >>"$runs/speed.jsonl"
        bytes=$(bytes "$folder-idle")
        speed=$(speed "$folder-speed")
        printf '%s\t%s\t%s\t%s\n' "$round" "${settings[i]}" "$bytes" "$speed" | tee -a "$runs/settings.tsv"
    done
done
