#!/usr/bin/env bash
#
# settings.sh - what an idle connection costs the kernel under one setting after another, and what each costs in speed
#
# USAGE: sudo docs/data/20261129-idle-settings/settings.sh ROUNDS      (in the project's folder; needs cc and jq)
#
# Each run has a network namespace of its own, so a sysctl changes nothing on the machine. In each round the settings
# come in turn. Bytes are those of the kernel's objects that come with each connection to c-epoll, 19,000 of them:
# objects while they are held, less those before, times their size. Requests are those of `bench speed --settings
# keepalive`, per second of the server's CPU time. Writes one line for each run to settings.tsv.
set -euo pipefail

here=$(dirname "${BASH_SOURCE[0]}")
runs=results/settings
cc -shared -fPIC -o "$here/sockopt.so" "$here/sockopt.c"
trap 'rm -f "$here/sockopt.so"' EXIT

# NAME, then what is run in the namespace before the tool
settings=(
    'default' ':'
    'tcp_rmem 4096 4096 6291456' 'sysctl -qw net.ipv4.tcp_rmem="4096 4096 6291456"'
    'tcp_wmem 4096 4096 4194304' 'sysctl -qw net.ipv4.tcp_wmem="4096 4096 4194304"'
    'tcp_moderate_rcvbuf 0' 'sysctl -qw net.ipv4.tcp_moderate_rcvbuf=0'
    'tcp_timestamps 0' 'sysctl -qw net.ipv4.tcp_timestamps=0'
    'tcp_no_metrics_save 1' 'sysctl -qw net.ipv4.tcp_no_metrics_save=1'
    'tcp_congestion_control reno' 'sysctl -qw net.ipv4.tcp_congestion_control=reno'
    'SO_RCVBUF 4096' "export LD_PRELOAD=$PWD/$here/sockopt.so SOCKOPT=rcvbuf VALUE=4096"
    'SO_SNDBUF 4096' "export LD_PRELOAD=$PWD/$here/sockopt.so SOCKOPT=sndbuf VALUE=4096"
    'TCP_DEFER_ACCEPT 1' "export LD_PRELOAD=$PWD/$here/sockopt.so SOCKOPT=defer VALUE=1"
    'client on IPv4 sockets' 'export JDK_JAVA_OPTIONS=-Djava.net.preferIPv4Stack=true'
)

bench() { # SETTING FOLDER ARGUMENT...
    unshare --net bash -euc "ip link set lo up; $1; exec ./threadwall bench \"\${@:2}\" --out \"\$1\"" bash "${@:2}" \
        >"$2.out" 2>"$2.err" || { cat "$2.err" && exit 1; }
}

bytes() { # FOLDER
    jq -rs 'map(select(.kind == "idle"))[0].readings
        | map(select(.moment == "OWN" or .moment == "HELD"))
        | map(.kernel.caches | map({key: .name, value: .}) | from_entries)
        | . as [$own, $held]
        | [["TCP", "TCPv6", "sock_inode_cache", "filp", "eventpoll_epi"][]
            | (($held[.].objects // 0) - ($own[.].objects // 0)) * ($held[.].objectBytes // 0)]
        | add / 19000 | round' "$1/run.jsonl"
}

speed() { # FOLDER
    jq -rs 'map(select(.kind == "step"))[] | .server.requestsPerCpuSecond | round' "$1/run.jsonl"
}

mkdir -p "$runs"
[[ -s $here/settings.tsv ]] || printf 'round\tsetting\tkernel bytes each\trequests per CPU second\n' >"$here/settings.tsv"
for ((round = 1; round <= $1; round++)); do
    for ((i = 0; i < ${#settings[@]}; i += 2)); do
        folder=$runs/$round-$((i / 2))
        bench "${settings[i + 1]}" "$folder-idle" idle --servers c-epoll --connections 19k
        bench "${settings[i + 1]}" "$folder-speed" speed --servers c-epoll --settings keepalive --repeats 1 --rounds 1
        printf '%s\t%s\t%s\t%s\n' "$round" "${settings[i]}" "$(bytes "$folder-idle")" "$(speed "$folder-speed")" |
            tee -a "$here/settings.tsv"
    done
done
