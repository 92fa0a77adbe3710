#!/usr/bin/env bash
# queues.sh - prints what the queues on the way to some addresses have sent and dropped since they were made.
#
# USAGE: bash -s ADDRESS... (this file is the standard input)
#
# A line for each queue: "DEVICE KIND/HANDLE SENT DROPPED LOSS", packets, and the loss in percent that netem was told to make.
# A bridge has no queue of its own, so its ports count. drops.awk compares two readings.
#
# EXIT: 1 without ip and tc (iproute2).
set -u
PATH=$PATH:/usr/sbin:/sbin
type -P ip >/dev/null && type -P tc >/dev/null || exit 1

devices() { # ADDRESS...
    local address device port
    for address in "$@"; do
        device=$(ip -o route get "$address" | sed -n 's/.* dev \([^ ]*\) .*/\1/p')
        if [[ -d /sys/class/net/$device/brif ]]; then
            for port in "/sys/class/net/$device/brif"/*; do echo "${port##*/}"; done
        else
            echo "$device"
        fi
    done | sort -u
}

for device in $(devices "$@"); do
    tc -s qdisc show dev "$device" | awk -v device="$device" '
        $1 == "qdisc" {
            kind = $2 "/" $3
            loss = 0
            for (i = 1; i < NF; i++) if ($i == "loss") loss = $(i + 1) == "random" ? $(i + 2) : $(i + 1)
        }
        $1 == "Sent" { print device, kind, $4, $7 + 0, loss + 0 }'
done
