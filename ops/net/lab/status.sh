# shellcheck shell=bash disable=SC2154
# Prints a line for each host that the journal names, with its present state.

show_status() {
    local i
    if ((${#item_kind[@]} == 0)); then
        echo 'no lab is up'
        return
    fi
    printf '%-7s %-14s %-9s %-9s %9s %-14s %9s\n' host address link sshd nofile 'disk used' processes
    for i in "${!item_kind[@]}"; do
        [[ ${item_kind[i]} != namespace ]] || status_line "${item_name[i]}"
    done
    echo "in a host: ssh -F $lab/ssh_config lab1 COMMAND; delete all: sudo $0 down"
}

status_line() { # NAMESPACE
    local host address link=missing sshd=missing nofile='' space='' pid pids=() count=0 own
    host=$(number_of "$1")
    address=$(address_of "$host")
    ! link_there "$1" || read -r _ link _ < <(ip -brief link show dev "$1")
    [[ $link != UNKNOWN ]] || link=UP # a TAP device that is up
    if [[ -e $named/$1 ]]; then mapfile -t pids < <(ip netns pids "$1" 2>/dev/null); fi
    for pid in "${pids[@]}"; do
        own=$(number_in_host "$pid") || continue
        [[ $own ]] || continue
        count=$((count + 1))
        ((own == 1)) || continue
        nofile=$(awk '/^Max open files/ { print $5 }' "/proc/$pid/limits")
        space=$(nsenter --mount --pid --target "$pid" df --output=used,size -h /tmp |
            awk 'NR == 2 { print $1 " of " $2 }')
        if answers "$address"; then sshd=answers; else sshd=silent; fi
    done
    printf '%-7s %-14s %-9s %-9s %9s %-14s %9s\n' "lab$host" "$address" "$link" "$sshd" "$nofile" "$space" \
        "$count"
}

# A process's PID in the host's own PID namespace, where sshd is 1. Empty for the parent of sshd and for the program of a
# link without netem, which is in the host's network namespace only.
number_in_host() { # PID
    awk '/^NSpid:/ && NF > 2 { print $NF }' "/proc/$1/status" 2>/dev/null
}
