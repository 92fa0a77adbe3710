#!/usr/bin/env bats
# shellcheck disable=SC2154 # what bats, guest.bash and lab.bash set
#
# A load from three hosts of lab.sh to one process.
# reboot first
# limit: 5400

load guest
load lab

# Emulated, all users take 7 to 16 minutes to start, if the requests of the first ones leave them the time: so there are
# few requests, and those of a connection together outlast the start.
@test "one kilim process holds 40,000 connections from three hosts, and none fails" {
    local status=0
    "${limits[@]}" apply --connections 40k
    sudo "$root/ops/ulim.sh" -q "$root/ops/net/lab.sh" up 3
    count_sockets
    sweep --clients lab1,lab2,lab3 --connections 40k --keep-alive --route '/json2?time=200000' --requests 4x \
        --timeout 200s || status=$?
    kill "$counter"
    publish "$BATS_TEST_TMPDIR/run"
    evidence "$(step '"\(.outcome) \(.reason): \(.load.requestsCompleted) requests, \(.connections.peakOpen) open at once, \(.seconds) s"')"
    evidence "$(step '"threads \(.server.threadsPeak), RSS \(.server.rssPeakBytes), CPU \(.server.cpuSeconds) s, clients \(.client.cpuSeconds) s"')"
    "${limits[@]}" revert
    [ "$status" -eq 0 ]
    [ "$(step .load.requestsCompleted)" = 160000 ]
    [ "$(step '.load.failedConnect + .load.failedReceive + .load.failedLength + .load.failedExceptions + .load.non2xx')" = 0 ]
    [ "$(step .connections.peakOpen)" -ge 38000 ]
}
