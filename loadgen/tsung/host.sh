#!/usr/bin/env bash
# host.sh - prints what a client host allows a load, a NAME=VALUE a line; nothing for what cannot be read.
#
# USAGE: ssh HOST bash -s <loadgen/tsung/host.sh
set -u
echo "kernel=$(uname -r)"
echo "processors=$(nproc)"
echo "nofile=$(ulimit -Hn)"
read -r low high </proc/sys/net/ipv4/ip_local_port_range && echo "ports=$low $high"
echo "reserved=$(cat /proc/sys/net/ipv4/ip_local_reserved_ports)"
echo "congestion=$(cat /proc/sys/net/ipv4/tcp_congestion_control)"
echo "boot=$(cat /proc/sys/kernel/random/boot_id)"
if PATH=$PATH:/usr/sbin:/sbin type -P tc >/dev/null; then
    echo 'tc=found'
fi
if type -P tsung >/dev/null; then
    echo "tsung=$(tsung -v 2>&1 | head -n 1)"
fi
if type -P erl >/dev/null; then
    echo "erlang=$(erl -noshell -eval 'io:put_chars(erlang:system_info(otp_release)), halt().' 2>/dev/null)"
fi
# last, so that little time passes until it is read
echo "time=$(date +%s.%N)"
