#!/usr/bin/env bash
#
# readings.sh - prints the files from which a machine's limits are read, as a tar archive
#
# USAGE: ssh HOST bash -s <doctor/readings.sh | tar -xf - -C FOLDER
#
# `./threadwall doctor --host HOST` does this, and reads the folder as it reads / of this machine. The module limits
# names the files; doctor treats a missing file as unreadable. Of all sockets it takes the listeners only.
#
# REQUIREMENTS: coreutils, grep, sed, findutils, tar, gawk or mawk. EXIT: 1 if the copy cannot be written.
#
# CAVEATS: /proc/self is that of a program which this script starts, so limits are those of a login by ssh.
set -u
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
shopt -s nullglob

# tar alone would copy nothing of a file below /proc, whose size is shown as 0.
keep() { # FILE...
    local file
    for file in "$@"; do
        [[ -f $file || $file -ef /dev/null ]] || continue
        mkdir -p "$folder/${file%/*}" || exit 1
        if [[ $file -ef /dev/null ]]; then
            ln -s /dev/null "$folder/$file" # it hides a file of the same name elsewhere
        else
            # a file that cannot be read becomes an empty one, except below /proc and /sys
            : >"$folder/$file" || exit 1
            cat "$file" >"$folder/$file" 2>/dev/null || [[ $file != /proc/* && $file != /sys/* ]] || rm "$folder/$file"
        fi
    done
}

keep_cgroup() { # FOLDER
    local name
    for name in cgroup.type pids.{max,current} memory.{max,current,stat,limit_in_bytes,usage_in_bytes}; do
        keep "$1/$name"
    done
}

# Each mount of cgroups, and from this process's own cgroup up to it; and the slice of each user who has logged in.
cgroups() {
    local top mount at path slice
    while read -r _ _ _ top mount _; do
        while IFS=: read -r _ _ path; do
            [[ $top == / ]] || path=${path#"$top"}
            at=$mount/${path#/}
            at=${at%/}
            while [[ $at == "$mount"* ]]; do
                keep_cgroup "$at"
                at=${at%/*}
            done
        done </proc/self/cgroup
        for slice in "$mount"/user.slice/user-*.slice; do
            keep_cgroup "$slice"
            mkdir -p "$folder$slice"
        done
    done < <(grep -E ' - cgroup2? ' /proc/self/mountinfo)
}

# Of every process: its number of threads, its user, and the ids of its threads. A name may contain any character, and comes
# first in a status.
processes() {
    local pid
    mkdir -p "$folder/proc"
    (cd /proc && printf '%s\0' [0-9]*/task/[0-9]*) | (cd "$folder/proc" && xargs -0 mkdir -p)
    for pid in "$folder"/proc/[0-9]*; do
        pid=${pid##*/}
        grep -E '^(Name|Uid|Gid|Threads|NSpid|Cap[A-Z][a-z]*):' "/proc/$pid/status" >"$folder/proc/$pid/status" \
            2>/dev/null || rm -rf "$folder/proc/$pid" # it has ended
    done
}

# Which unit sets TasksMax: the units above this process, and all drop-ins.
units() {
    local unit place
    for place in /etc/systemd/system{.control,} /run/systemd/{system.control,transient,system} \
        /usr/local/lib/systemd/system /usr/lib/systemd/system /lib/systemd/system; do
        keep "$place"/*.d/*.conf
        sed 's/[\/:]/\n/g' /proc/self/cgroup | grep -E '\.(service|scope|slice)$' | sort -u | while read -r unit; do
            keep "$place/$unit" "$place/${unit/@*./@.}"
        done
    done
    [[ ! -d /run/systemd/system ]] || mkdir -p "$folder/run/systemd/system"
}

keep /proc/{meminfo,loadavg,cpuinfo} /proc/self/{status,limits,cgroup,mountinfo,uid_map} /proc/self/net/sockstat
for file in /proc/self/net/tcp{,6}; do
    # listeners come first
    awk 'NR == 1 || $4 == "0A" { print; next } { exit }' "$file" >"$folder/$file"
done
keep /proc/sys/kernel/{osrelease,pid_max,threads-max} /proc/sys/vm/{max_map_count,overcommit_memory} \
    /proc/sys/vm/{user,admin}_reserve_kbytes /proc/sys/fs/{file-max,file-nr,nr_open} \
    /proc/sys/net/core/somaxconn /proc/sys/net/netfilter/nf_conntrack_{max,count} \
    /proc/sys/net/ipv4/{ip_local_port_range,ip_local_reserved_ports,tcp_max_syn_backlog,tcp_max_tw_buckets} \
    /proc/sys/net/ipv4/{tcp_syncookies,tcp_mem} /sys/kernel/mm/transparent_hugepage/enabled
keep /etc/{passwd,group} /etc/security/limits.conf /etc/security/limits.d/*.conf /etc/pam.d/* /etc/sysctl.conf \
    {/etc,/run,/usr/local/lib,/usr/lib,/lib}/sysctl.d/*.conf
cgroups
processes
units
ln -s self/net "$folder/proc/net"
tar -C "$folder" -cf - .
