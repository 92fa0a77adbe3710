# shellcheck shell=bash disable=SC2034,SC2154
# The value that each limit needs: from the files in ops/sysctl, or computed from a target by the formulas here.
#
# aim_keys    the sysctls, in order
# aim_need    the least value of each; for a range or a list, what it must contain
# aim_set     the value to set if the limit is lower; empty: aim_need
# aim_pids    pids.max: "NEED SET"; aim_nproc, aim_nofile: for limits.d. Empty where not asked for
aim_keys=()
declare -A aim_need=() aim_set=()
aim_pids='' aim_nproc='' aim_nofile=''

# Room beyond the target, for processes that start in the meantime. A limit is raised by more than it needs, so that the
# next apply, which counts other threads, changes nothing.
aim_room=1000
aim_spare=4000

# A JVM of JDK 25 has 190 maps of its own (measured), but a collector or a library may take thousands.
aim_maps=10000

aim() { # KEY NEED [SET]
    [[ -n ${aim_need[$1]+set} ]] || aim_keys+=("$1")
    aim_need[$1]=$2 aim_set[$1]=${3:-}
}

aim_larger() { # KEY N: N, or the file's
    larger "${aim_need[$1]}" "$2"
    aim "$1" "$reply"
}

# Sets $path. It does not print it, because a subshell for each path would cost more than all the rest.
sysctl_path() { path=/proc/sys/${1//.//}; } # KEY

# "key = value" lines; a "-" before the key means that it may be missing.
aim_by_file() { # FILE
    local line
    while IFS= read -r line; do
        if [[ $line =~ ^-?([a-z][a-z0-9_./-]*)\ *=\ *(.*)$ ]]; then
            aim "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
        fi
    done <"$1"
}

# Threads of the whole machine: after the slash in "0.10 0.20 0.30 2/345 6789".
threads_in_use() {
    local all
    read -r _ _ _ all _ <"$root/proc/loadavg"
    printf '%s' "${all#*/}"
}

# Maps of a JVM thread: its stack and a guard, and a second guard if transparent huge pages are at "always". The same rule
# is in limits/Threads.java. If the setting cannot be read, the larger number counts.
maps_a_thread() {
    local modes=''
    read -r modes 2>/dev/null <"$root/sys/kernel/mm/transparent_hugepage/enabled" || true
    case $modes in *'[madvise]'* | *'[never]'*) printf 2 ;; *) printf 3 ;; esac
}

# N threads in one JVM, in this session:
#   threads-max, pid_max, pids.max   N + threads of the machine + room
#   max_map_count                    N x maps a thread + the JVM's own
#   nproc                            as threads-max: it counts all of a user's threads
aim_threads() { # [N]
    aim_by_file "$limits_home/sysctl/$threads_file"
    if [[ -n $1 ]]; then
        local need=$(($1 + $(threads_in_use) + aim_room))
        aim kernel.threads-max "$need" $((need + aim_spare))
        aim kernel.pid_max "$need" $((need + aim_spare))
        aim vm.max_map_count $(($1 * $(maps_a_thread) + aim_maps))
    fi
    local need=${aim_need["kernel.threads-max"]}
    aim_nproc=${aim_set["kernel.threads-max"]:-$need}
    aim_pids="$need $aim_nproc"
}

# N connections over loopback to one process, all opened at once:
#   file-max             2N + files open now + room: this machine has both ends
#   nr_open              N + room: one process has N ends
#   somaxconn, syn       N: all may wait to be accepted; at least the file's values, which cost nothing
#   tw_buckets           4N: the sockets that four requests a connection leave in TIME_WAIT within a minute, or the file's
#   nf_conntrack_max     8N: the same number for twice as long, or the file's
#   tcp_mem              2N, 3N, 4N pages: one for each end until the kernel saves memory, two at most
# The port range is always the whole: N connections of one source and destination need at least 2N ports, because
# connect() is slow once half of the range is used.
aim_connections() { # [N]
    aim_by_file "$limits_home/sysctl/$connections_file"
    local ports=net.ipv4.ip_local_reserved_ports
    if [[ -n $1 ]]; then
        local key open
        read -r open _ <"$root/proc/sys/fs/file-nr"
        open=$(($1 * 2 + open + aim_room))
        aim fs.file-max "$open" $((open + aim_spare))
        aim fs.nr_open $(($1 + aim_room))
        for key in net.core.somaxconn net.ipv4.tcp_max_syn_backlog; do
            aim_larger "$key" "$1"
        done
        aim_larger net.ipv4.tcp_max_tw_buckets $(($1 * 4))
        aim_larger net.netfilter.nf_conntrack_max $(($1 * 8))
        aim net.ipv4.tcp_mem "$(($1 * 2)) $(($1 * 3)) $(($1 * 4))"
    fi
    aim_nofile=${aim_need["fs.nr_open"]}
    join_ports "${aim_need[$ports]}" "$(listening_ports)"
    aim "$ports" "$reply"
}

# Ports inside the future range on which a process listens. Their lines come first in /proc/net/tcp, with state 0A.
listening_ports() {
    local path range table lines line fields port
    sysctl_path net.ipv4.ip_local_port_range
    raised "$path" "$(<"$root$path")" "${aim_need[net.ipv4.ip_local_port_range]}"
    read -ra range <<<"$reply"
    for table in tcp tcp6; do
        [[ -r $root/proc/net/$table ]] || continue
        mapfile -t -s 1 lines <"$root/proc/net/$table"
        for line in "${lines[@]}"; do
            read -ra fields <<<"$line"
            [[ ${fields[3]} == 0A ]] || break
            port=$((16#${fields[1]##*:}))
            ((port < range[0] || port > range[1])) || printf '%d ' "$port"
        done
    done
}
