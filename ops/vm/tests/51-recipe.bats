#!/usr/bin/env bats
# shellcheck disable=SC2154 # what bats and guest.bash set
#
# The recipe's load as it is written, ab -c20000 -n200000, on one process.
# reboot first
# limit: 5400

load guest

teardown() { "${limits[@]}" revert; }

# A value of the step of the sweep.
step() { # FILTER
    jq -r "select(.kind == \"step\") | $1" "$BATS_TEST_TMPDIR/run/run.jsonl"
}

@test "ab -c20000 -n200000 on one process of kilim: none fails" {
    local status=0 counter
    "${limits[@]}" apply --connections 20k
    # the host waits 25 minutes for a line, and this load may take longer
    while sleep 60; do
        evidence "sockets of this machine in use: $(awk '/^TCP:/ { print $3 }' /proc/net/sockstat)"
    done &
    counter=$!
    env "$one_compiler" "$root/ops/ulim.sh" -q "$root/threadwall" sweep --servers kilim --connections 20k \
        --requests 200k --timeout 300s --out "$BATS_TEST_TMPDIR/run" || status=$?
    kill "$counter"
    publish "$BATS_TEST_TMPDIR/run"
    evidence "$(step '"\(.outcome) \(.reason): \(.load.requestsCompleted) requests, \(.connections.peakOpen) open at once, \(.seconds) s, threads \(.server.threadsPeak)"')"
    [ "$status" -eq 0 ]
    [ "$(step .load.requestsCompleted)" = 200000 ]
    [ "$(step '.load.failedConnect + .load.failedReceive + .load.failedLength + .load.failedExceptions + .load.non2xx')" = 0 ]
}
