# shellcheck shell=bash disable=SC2034,SC2154
# The things that up will make, as data: printed by --dry-run and before anything is made, written to the journal, deleted
# in reverse order. A namespace includes its processes: sshd, and those started by ssh.

lab=/run/threadwall/lab # gone after a reboot, as the rest is
bridge=twlab
named=/run/netns # where ip-netns(8) keeps names; it mounts the folder the first time
disk=64m

# RFC 2544 reserves 198.18.0.0/15 for benchmarks of networks.
network=198.18.0.0/16
server_address=198.18.0.1
address_of() { echo "198.18.$1.1"; }   # HOST
namespace_of() { echo "$bridge$1"; }   # HOST: also the name of its link's end on this machine
number_of() { echo "${1#"$bridge"}"; } # NAMESPACE

item_kind=() item_name=() # names | bridge | namespace | link

plan() { # KIND NAME
    item_kind+=("$1") item_name+=("$2")
}

plan_all() {
    local i
    ((${#nofile[@]})) || nofile=("$(ulimit -Hn)")
    mountpoint -q "$named" || plan names "$named"
    plan bridge "$bridge"
    for ((i = 1; i <= hosts; i++)); do
        plan namespace "$(namespace_of "$i")"
        plan link "$(namespace_of "$i")"
    done
}

show_plan() {
    local i words host
    words=$(link_words)
    case $words in
        netem*) words="both ends: $words" ;;
        link.c*) words="each way: $words" ;;
    esac
    printf '%-24s %s\n' "folder $lab" 'keys, settings of ssh and sshd, journal'
    for i in "${!item_kind[@]}"; do
        host=$(number_of "${item_name[i]}")
        case ${item_kind[i]} in
            names) printf '%-24s %s\n' "mount $named" 'for the names of namespaces' ;;
            bridge) printf '%-24s %s\n' "bridge $bridge" "$server_address/${network#*/}" ;;
            namespace)
                printf '%-24s %s\n' "namespace ${item_name[i]}" \
                    "lab$host with sshd on $(address_of "$host"), nofile $(nofile_of "$host"), disk $disk"
                ;;
            link) printf '%-24s %s\n' "link ${item_name[i]}" "to lab$host${words:+; $words}" ;;
        esac
    done
}

# Checks before anything is changed. It tries the kernel's features in a namespace that ends with the command.
check_machine() {
    local answer words i
    answer=$(unshare --net --mount --uts --pid --fork bash -c '
        ip link add name lab-bridge type bridge && ip link add name lab-a type veth peer name lab-b' 2>&1) ||
        fault 4 "this kernel or container does not allow network namespaces with veth and bridge: ${answer##*$'\n'}"
    words=$(link_words)
    if $without_netem; then
        answer=$(unshare --net ip tuntap add dev lab-tap mode tap 2>&1) ||
            fault 4 "--without-netem needs TAP devices (/dev/net/tun), and this kernel or container has none: ${answer##*$'\n'}"
    elif [[ -n $words ]]; then
        # shellcheck disable=SC2086 # words
        answer=$(unshare --net tc qdisc add dev lo root $words 2>&1) ||
            fault 4 "--delay, --loss and --rate need the kernel's netem (module sch_netem)," \
                "and it has none: ${answer##*$'\n'}; up --without-netem makes them by a program"
    fi
    for ((i = 1; i <= hosts; i++)); do
        (ulimit -n "$(nofile_of "$i")") 2>/dev/null ||
            fault 4 "asked for nofile $(nofile_of "$i"); this session allows $(ulimit -Hn) (hard);" \
                "run lab.sh with a higher limit, or ask for less"
    done
    journal_there || check_names
}

# Not by /sys/class/net, which may show another namespace than the caller's.
link_there() { # NAME
    ip link show dev "$1" &>/dev/null
}

check_names() {
    local name
    for name in "${item_name[@]}"; do
        { ! link_there "$name" && [[ ! -e $named/$name ]]; } ||
            fault 4 "$name exists already and is not the lab's:" \
                "delete it (ip link del, ip netns del), then run up again"
    done
    name=$(
        ip -4 -oneline address show to "$network"
        ip -4 route show root "$network"
    )
    [[ -z $name ]] || fault 4 "the lab needs $network, which is in use on this machine: ${name%%$'\n'*}"
}
