#!/usr/bin/env bash
# queues.sh - prints what the queues on the way to some addresses have sent and dropped since they were made.
#
# USAGE: bash -s ADDRESS... (this file is the standard input)
#
# A line for each queue: "DEVICE KIND/PARENT SENT DROPPED LOSS", packets, and the loss in percent that netem was told to
# make. A bridge has no queue of its own, so its ports count; so do the devices below a bond or a VLAN. A TAP device drops
# packets behind its queue, too, when its program is late: they are a line of the kind tap. drops.awk compares two readings.
#
# EXIT: 1 without ip and tc (iproute2), or without a route to one of the addresses.
set -u
export LC_ALL=C # numbers with a point
PATH=$PATH:/usr/sbin:/sbin

fail() {
    echo "$*" >&2
    exit 1
}

with_lower() { # DEVICE
    local below
    echo "$1"
    for below in "/sys/class/net/$1"/brif/* "/sys/class/net/$1"/lower_*; do
        [[ ! -e $below ]] || with_lower "$(basename "$below" | sed 's/^lower_//')"
    done
}

{ type -P ip && type -P tc; } >/dev/null || fail 'ip or tc is missing; install iproute2'
devices=()
for address in "$@"; do
    device=$(ip -o route get "$address" 2>/dev/null | sed -n 's/.* dev \([^ ]*\) .*/\1/p')
    [[ -n $device ]] || fail "there is no route to $address"
    mapfile -t -O ${#devices[@]} devices < <(with_lower "$device")
done
for device in $(printf '%s\n' "${devices[@]}" | sort -u); do
    # mq's own counters are the sums of its children, which are queues of the card
    tc -s qdisc show dev "$device" | awk -v device="$device" '
        $1 == "qdisc" {
            kind = $2
            place = $4 == "parent" ? $5 : "root"
            loss = 0
            for (i = 1; i < NF; i++) if ($i == "loss") loss = $(i + 1) == "random" ? $(i + 2) : $(i + 1)
        }
        $1 == "Sent" && kind != "mq" { print device, kind "/" place, $4, $7 + 0, loss + 0 }'
    counters=/sys/class/net/$device/statistics
    [[ ! -e /sys/class/net/$device/tun_flags ]] ||
        echo "$device tap/root $(<"$counters/tx_packets") $(<"$counters/tx_dropped") 0"
done
