#!/usr/bin/env bash
#
# readings.sh - prints the files from which a machine's limits are read, as a tar archive
#
# USAGE: ssh HOST bash -s <ops/limits/readings.sh | tar -xf - -C FOLDER
#
# `./threadwall doctor --host HOST` does this, and reads the folder as it reads / of its own machine. The module limits
# names the files; one that is missing here is as unknown as one that cannot be read.
#
# CAVEATS: /proc/self is that of a program which this script starts, so limits are those of a login by ssh.
set -u
folder=$(mktemp -d) || exit
trap 'rm -rf "$folder"' EXIT
shopt -s nullglob

# tar alone would take nothing of a file below /proc, whose size is said to be 0.
keep() { # FILE...
    local file
    for file in "$@"; do
        [[ -f $file && -r $file ]] || continue
        mkdir -p "$folder/${file%/*}"
        cat "$file" >"$folder/$file" 2>/dev/null || rm -f "$folder/$file"
    done
}

# Each mount of cgroups, and from this process's own cgroup up to it.
cgroups() {
    local mount at path name
    while read -r _ _ _ _ mount _; do
        while IFS=: read -r _ _ path; do
            at=$mount/${path#/}
            while [[ ${at%/} == "$mount"* ]]; do
                for name in cgroup.type pids.{max,current} memory.{max,current,stat,limit_in_bytes,usage_in_bytes}; do
                    keep "${at%/}/$name"
                done
                at=${at%/}
                at=${at%/*}
            done
        done </proc/self/cgroup
    done < <(grep -E ' - cgroup2? ' /proc/self/mountinfo)
}

# Of every process how many threads it has, whose they are, and which ids they use.
processes() {
    local status
    for status in /proc/[0-9]*/status; do
        keep "$status"
    done
    mkdir -p "$folder/proc"
    (cd /proc && printf '%s\0' [0-9]*/task/[0-9]*) | (cd "$folder/proc" && xargs -0 mkdir -p)
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

keep /proc/{meminfo,loadavg,cpuinfo} /proc/self/{status,limits,cgroup,mountinfo,uid_map} /proc/self/net/{tcp,tcp6,sockstat}
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
