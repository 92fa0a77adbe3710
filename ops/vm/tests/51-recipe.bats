#!/usr/bin/env bats
# shellcheck disable=SC2154 # what bats and guest.bash set
#
# The recipe's load, ab -c20000 -n200000, by one ab on one process.
# reboot first
# limit: 5400

load guest

teardown() { "${limits[@]}" revert; }

@test "ab -c20000 -n200000 on one process of kilim: none fails" {
    local status=0
    "${limits[@]}" apply --connections 20k
    count_sockets
    env "$one_compiler" "$root/ops/ulim.sh" --strict -q "$root/threadwall" sweep --servers kilim --connections 20k \
        --requests 200k --timeout 300s --out "$BATS_TEST_TMPDIR/run" || status=$?
    kill "$counter"
    publish "$BATS_TEST_TMPDIR/run"
    evidence "$(step '"\(.outcome) \(.reason): \(.load.requestsCompleted) requests, \(.connections.peakOpen) open at once, \(.seconds) s, threads \(.server.threadsPeak)"')"
    [ "$status" -eq 0 ]
    [ "$(step '.asked | [.shards, .clients | length] | join(" ")')" = "1 1" ]
    step '.asked.clients[0].measured.command | join(" ")' | grep -q -- '-c 20000 -n 200000'
    [ "$(step .load.requestsCompleted)" = 200000 ]
    [ "$(step '.load.failedConnect + .load.failedReceive + .load.failedLength + .load.failedExceptions + .load.non2xx')" = 0 ]
}
