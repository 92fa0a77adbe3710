# shellcheck shell=bash disable=SC2154
# Makes the planned things. If a step fails, or a signal ends the script, it deletes what it has made.

require_tools() {
    tw_state=$(readlink -m "$lab_home/../../../.threadwall") tw_jdk=${JAVA_HOME:-}
    # shellcheck source=ops/setup/packages.sh
    . "$lab_home/../../setup/packages.sh"
    require ip sshd ssh
    ! $without_netem || { require cc && build_link; }
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
    words=$(link_words)
    address=$(address_of "$(number_of "$1")")
    if $without_netem; then
        make_taps "$1" "$words"
    else
        make_veth "$1" "$words"
    fi
    make ip -n "$1" address add "$address/${network#*/}" dev eth0
    make ip -n "$1" link set dev eth0 up
    make ip link set dev "$1" master "$bridge" up
}

make_veth() { # NAMESPACE WORDS
    make ip link add name "$1" type veth peer name eth0 netns "$1"
    if [[ -n $2 ]]; then
        # netem counts, delays and drops whole packets, also one of 64 KiB
        make ip link set dev "$1" gso_max_segs 1
        make ip -n "$1" link set dev eth0 gso_max_segs 1
        # shellcheck disable=SC2086 # words
        make tc qdisc add dev "$1" root $2
        # shellcheck disable=SC2086
        make tc -n "$1" qdisc add dev eth0 root $2
    fi
}

link_program=$lab_home/target/link # not in the lab's folder: programs in /run may not run

build_link() {
    [[ ! $link_program -nt $lab_home/link.c ]] || return 0
    # under another name first: one that runs meanwhile, or a build that is cut off, leaves no half of a program
    (umask 022 && mkdir -p "${link_program%/*}" &&
        cc -std=c17 -O2 -Wall -Wextra -o "$link_program.$$" "$lab_home/link.c") ||
        fault 4 'link.c does not compile; install gcc or clang and the C library headers'
    mv "$link_program.$$" "$link_program"
}

# The program is in the host's network namespace, so it ends with it, and with it both ends of the link.
make_taps() { # NAMESPACE WORDS
    # shellcheck disable=SC2046 # words
    make ip netns exec "$1" "$link_program" "$1" eth0 $(link_arguments)
    make ip -n "$1" link set dev "$1" netns $$
    # a burst waits there while the program does something else
    make ip link set dev "$1" txqueuelen 10000
    make ip -n "$1" link set dev eth0 txqueuelen 10000
    # host.sh of the load generator reads it
    make ip -n "$1" link set dev eth0 alias "$2"
}

start_host() { # HOST
    setsid ip netns exec "$(namespace_of "$1")" unshare --mount --uts "$BASH" "$lab_home/host.sh" \
        "$lab" "$1" "$disk" "$(nofile_of "$1")" </dev/null >"$lab/log_$1" 2>&1 &
    starters[$1]=$!
    disown "$!" # else bash reports on stderr that it was killed
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
