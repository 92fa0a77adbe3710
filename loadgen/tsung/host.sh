#!/usr/bin/env bash
# host.sh - prints what a client host allows a load, a NAME=VALUE a line; nothing for what cannot be read.
#
# USAGE: ssh HOST bash -s <loadgen/tsung/host.sh
set -u
export LC_ALL=C
echo "kernel=$(uname -r)"
echo "processors=$(nproc)"
echo "nofile=$(ulimit -Hn)"
read -r low high </proc/sys/net/ipv4/ip_local_port_range && echo "ports=$low $high"
echo "reserved=$(cat /proc/sys/net/ipv4/ip_local_reserved_ports)"
echo "congestion=$(cat /proc/sys/net/ipv4/tcp_congestion_control)"
PATH=$PATH:/usr/sbin:/sbin
has() { [[ -x $(type -P "$1") ]]; } # PROGRAM; bash also finds files that are not executable
for program in ip tc pgrep; do
    if has "$program"; then echo "$program=found"; fi
done
echo "addresses=$(ip -4 -o address 2>/dev/null | sed -n 's|.* inet \([^/ ]*\).*|\1|p' | paste -sd ' ')"
# the queue towards the caller; it is netem if the link was given a delay or a loss. A link of lab.sh
# --without-netem has these in its alias
if [[ -n ${SSH_CONNECTION:-} ]] && has ip && has tc; then
    device=$(ip -o route get "${SSH_CONNECTION%% *}" | sed -n 's/.* dev \([^ ]*\) .*/\1/p')
    queue=$(tc qdisc show dev "$device" root 2>/dev/null | sed -n '1s/^qdisc //p')
    alias=$(sed -n '/^link\.c /p' "/sys/class/net/$device/ifalias" 2>/dev/null)
    echo "queue=$queue${alias:+, $alias}"
fi
if has tsung; then
    # this script is the standard input, and Erlang would read it
    echo "tsung=$(tsung -v 2>&1 </dev/null | head -n 1)"
fi
if has erl; then
    echo "erlang=$(erl -noinput -eval 'io:put_chars(erlang:system_info(otp_release)), halt().' 2>/dev/null </dev/null)"
fi
# last, so that little time passes until it is read
echo "time=$(date +%s.%N)"
