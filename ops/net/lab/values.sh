# shellcheck shell=bash disable=SC2034,SC2154
# Checks the options of up, and computes values from them.

most_hosts=250 # one number of an address each

counted() { # N NOUN
    if (($1 == 1)); then printf '%s %s' "$1" "$2"; else printf '%s %ss' "$1" "$2"; fi
}

take_command() { # WORD
    case $1 in
        up | status | down) command=$1 ;;
        *) fault 2 "unknown command '$1'; lab.sh --help lists them" ;;
    esac
}

take_hosts() { # WORD
    [[ $1 =~ ^[1-9][0-9]{0,2}$ && $1 -le $most_hosts ]] ||
        fault 2 "up takes a number of hosts from 1 to $most_hosts, not '$1'"
    hosts=$1
}

take_nofile() { # LIST
    local one='([1-9][0-9]{1,8}|[1-9][0-9]{0,5}k)'
    [[ $1 =~ ^$one(,$one)*$ ]] ||
        fault 2 "--nofile takes a count from 10, or one for each host, such as 20k or 1024,20k, not '$1'"
    IFS=, read -ra nofile <<<"${1//k/000}"
}

take_delay() { # TIME: sets $delay to microseconds
    [[ $1 =~ ^([0-9]{1,7})(us|ms|s)$ ]] || fault 2 "--delay takes a time in us, ms or s, such as 25ms, not '$1'"
    delay=$((10#${BASH_REMATCH[1]}))
    case ${BASH_REMATCH[2]} in
        ms) delay=$((delay * 1000)) ;;
        s) delay=$((delay * 1000000)) ;;
    esac
    ((delay <= 10000000)) || fault 2 "--delay takes at most 10s, not '$1'"
}

take_loss() { # PERCENT
    [[ $1 =~ ^[0-9]{1,2}(\.[0-9]{1,6})?%$ ]] || fault 2 "--loss takes a share below 100%, such as 0.1%, not '$1'"
    loss=$1
}

take_rate() { # RATE
    [[ $1 =~ ^([1-9][0-9]{0,5})(k|m|g)bit$ ]] ||
        fault 2 "--rate takes bits a second in kbit, mbit or gbit, such as 1gbit, not '$1'"
    rate=$1
    (($(bits_of "$1") <= 100000000000)) || fault 2 "--rate takes at most 100gbit, not '$1'"
}

bits_of() { # RATE
    local n=${1%?bit}
    case $1 in
        *kbit) echo "${n}000" ;;
        *mbit) echo "${n}000000" ;;
        *gbit) echo "${n}000000000" ;;
    esac
}

check_counts() {
    ((${#nofile[@]} <= hosts)) ||
        fault 2 "--nofile has ${#nofile[@]} values for $(counted "$hosts" host); give one for each host at most"
}

check_without_netem() {
    ! $without_netem || ((${delay:-0})) || [[ -n $loss$rate ]] ||
        fault 2 '--without-netem needs --delay, --loss or --rate'
}

nofile_of() { # HOST
    local n=${#nofile[@]}
    echo "${nofile[$(($1 <= n ? $1 - 1 : n - 1))]}"
}

# What a link does to packets: at both ends by netem, or between two TAP devices by link.c. Empty for a link without delay,
# loss and rate.
link_words() {
    if $without_netem; then
        printf 'link.c'
        if ((${delay:-0})); then printf ' delay %sus' $((delay / 2)); fi
        printf '%s' "${loss:+ loss $loss}" "${rate:+ rate $rate}"
    else
        netem_words
    fi
}

# Arguments of tc for one end of a link.
netem_words() {
    ((${delay:-0})) || [[ -n $loss$rate ]] || return 0
    printf 'netem limit %s' "$(netem_limit $((${delay:-0} / 2)))"
    if ((${delay:-0})); then printf ' delay %sus' $((delay / 2)); fi
    printf '%s' "${loss:+ loss random $loss}" "${rate:+ rate $rate}"
}

# The packets that one end holds while they are delayed: by Little's law, those that arrive in a second times the
# delay in seconds. netem drops what exceeds its limit (tc-netem(8): "maximum number of packets the qdisc may hold
# queued at a time"), by default 1,000: the SYNs of 20,000 connections a second at 50 ms. The most packets a second
# are of the smallest kind: an ACK with timestamps is 14 bytes of Ethernet, 20 of IPv4 and 32 of TCP. A link without
# --rate counts as the 10gbit that the kernel gives as the speed of a veth (drivers/net/veth.c,
# veth_get_link_ksettings). As much again is for what waits for a rate: a router's buffer of one bandwidth-delay
# product (C. Villamizar, C. Song, "High performance TCP in ANSNET", 1994).
smallest_packet=66
netem_limit() { # MICROSECONDS
    local bits n
    bits=$(bits_of "${rate:-10gbit}")
    n=$((2 * bits * $1 / 1000000 / 8 / smallest_packet + 1))
    echo $((n < 1000 ? 1000 : n))
}

# Arguments of link.c for one way: us, percent, bits a second, packets. No rate: it is as fast as it can be.
link_arguments() {
    local bits=0
    [[ -z $rate ]] || bits=$(bits_of "$rate")
    echo "$((${delay:-0} / 2)) ${loss:-0} $bits $(netem_limit $((${delay:-0} / 2)))" | tr -d %
}
