# shellcheck shell=bash disable=SC2154
# Makes the planned things. If a step fails, or a signal ends the script, it deletes what it has made.

require_tools() {
    tw_state=$(readlink -m "$lab_home/../../../.threadwall") tw_jdk=${JAVA_HOME:-}
    # shellcheck source=ops/setup/packages.sh
    . "$lab_home/../../setup/packages.sh"
    require ip sshd ssh
}

make() { # COMMAND...
    local answer
    answer=$("$@" 2>&1) || fault 4 "$*: ${answer##*$'\n'}"
    crash_point
}

make_all() {
    local i
    trap abandon EXIT
    trap 'exit 129' HUP
    trap 'exit 130' INT
    trap 'exit 143' TERM
    : >"$journal"
    make_keys
    for i in "${!item_kind[@]}"; do
        record "${item_kind[i]}" "${item_name[i]}"
        "make_${item_kind[i]}" "${item_name[i]}"
    done
    starters=()
    for ((i = 1; i <= hosts; i++)); do start_host "$i"; done
    for ((i = 1; i <= hosts; i++)); do await_sshd "$i"; done
    trap - EXIT HUP INT TERM
}

abandon() {
    local status=$?
    trap - EXIT ERR HUP INT TERM
    load_journal
    delete_all >/dev/null
    say "'lab.sh up' failed; everything it had created was deleted"
    exit "$status"
}

# ip mounts it with the first namespace.
make_names() { # FOLDER
    (umask 022 && mkdir -p "$1")
    crash_point
}

make_bridge() { # NAME
    make ip link add name "$1" type bridge
    make ip address add "$server_address/${network#*/}" dev "$1"
    make ip link set dev "$1" up
}

make_namespace() { # NAME
    make ip netns add "$1"
    make ip -n "$1" link set dev lo up
}

make_link() { # NAMESPACE
    local words address
    words=$(netem_words)
    address=$(address_of "$(number_of "$1")")
    make ip link add name "$1" type veth peer name eth0 netns "$1"
    if [[ -n $words ]]; then
        # netem counts, delays and drops whole packets, also one of 64 KiB
        make ip link set dev "$1" gso_max_segs 1
        make ip -n "$1" link set dev eth0 gso_max_segs 1
        # shellcheck disable=SC2086 # words
        make tc qdisc add dev "$1" root $words
        # shellcheck disable=SC2086
        make tc -n "$1" qdisc add dev eth0 root $words
    fi
    make ip -n "$1" address add "$address/${network#*/}" dev eth0
    make ip -n "$1" link set dev eth0 up
    make ip link set dev "$1" master "$bridge" up
}

start_host() { # HOST
    setsid ip netns exec "$(namespace_of "$1")" unshare --mount --uts "$BASH" "$lab_home/host.sh" \
        "$lab" "$1" "$disk" "$(nofile_of "$1")" </dev/null >"$lab/log_$1" 2>&1 &
    starters[$1]=$!
    crash_point
}

await_sshd() { # HOST
    local tries address
    address=$(address_of "$1")
    for ((tries = 0; tries < 500; tries++)); do
        ! answers "$address" || return 0
        kill -0 "${starters[$1]}" 2>/dev/null ||
            fault 4 "the sshd of lab$1 has ended: $(tail -n 1 "$lab/log_$1")"
        sleep 0.02
    done
    fault 4 "the sshd of lab$1 does not answer at $address:22;" \
        "does a firewall of this machine drop what comes from $bridge?"
}

# Whether an SSH banner comes from port 22 there.
answers() { # ADDRESS
    local banner
    # shellcheck disable=SC2016 # for the other shell
    banner=$(timeout 1 "$BASH" -c 'exec 3<>"/dev/tcp/$0/22" && read -r line <&3 && echo "$line"' "$1" 2>/dev/null) &&
        [[ $banner == SSH-* ]]
}
