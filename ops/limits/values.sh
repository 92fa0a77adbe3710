# shellcheck shell=bash
# Compares and combines limits: pure functions over the texts that the kernel shows. Functions with a text as result set
# $reply, because a subshell for each would cost more than all else that limits.sh does.

is_number() { [[ $1 =~ ^[0-9]+$ ]]; }

# Whether a limit is at least N. bash can compute with eighteen digits, which is more than any limit needs.
reaches() { # LIMIT N
    [[ $1 == max || $1 == unlimited ]] && return
    is_number "$1" || return
    ((${#1} > 18)) || ((10#$1 >= $2))
}

larger() { # A B
    reply=$1
    if ! is_number "$2" || { is_number "$1" && ! reaches "$1" "$2"; }; then reply=$2; fi
}

# Joins lists of ports and ranges into one, as the kernel shows it: sorted, with adjacent ports as a range.
join_ports() { # LIST...
    local part port from='' last='' joined='' set=() parts=()
    read -ra parts <<<"${*//,/ }" || true
    for part in "${parts[@]}"; do
        for ((port = ${part%-*}; port <= ${part#*-}; port++)); do set[port]=1; done
    done
    for port in "${!set[@]}" end; do
        if [[ -n $from && $port != $((last + 1)) ]]; then
            joined+=",$from"
            ((last == from)) || joined+="-$last"
            from=''
        fi
        last=$port
        from=${from:-$port}
    done
    reply=${joined#,}
}

# Gives equal values the same spelling: the kernel shows "1024 65535" with a tab.
canonical() { # PATH VALUE
    local words
    case $1 in
        */ip_local_reserved_ports) join_ports "$2" ;;
        *)
            read -ra words <<<"$2" || true
            reply=${words[*]}
            ;;
    esac
}

# The new value: never lower, a range never narrower, a list never shorter. If the value is below NEED it becomes SET,
# which is a little more, so that the next apply does not raise it again for a few new processes.
raised() { # PATH NOW NEED [SET]
    local now set i
    read -ra now <<<"$2" || true
    read -ra set <<<"${4:-$3}" || true
    case $1 in
        */ip_local_port_range)
            ((now[0] > set[0])) || set[0]=${now[0]}
            ((now[1] < set[1])) || set[1]=${now[1]}
            reply=${set[*]}
            ;;
        */ip_local_reserved_ports) join_ports "$2" "$3" ;;
        */tcp_mem)
            for i in 0 1 2; do
                larger "${now[i]}" "${set[i]}"
                set[i]=$reply
            done
            reply=${set[*]}
            ;;
        *)
            reply=$2
            reaches "$2" "$3" || reply=${4:-$3}
            ;;
    esac
}
