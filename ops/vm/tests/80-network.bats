#!/usr/bin/env bats
# shellcheck disable=SC2154 # what bats and guest.bash set
#
# Hosts of lab.sh with delay and loss, and loads from them: the machine's own kernel has netem.
# reboot first
# limit: 3600

load guest

lab=(sudo "$root/ops/net/lab.sh")
config=/run/threadwall/lab/ssh_config
address=198.18.1.1

setup() { no_lab >"$BATS_TEST_TMPDIR/before"; }

# Nothing of a lab is left on the machine.
teardown() {
    "${lab[@]}" down
    no_lab | diff "$BATS_TEST_TMPDIR/before" -
}

no_lab() {
    ip -brief address | awk '{ $2 = ""; print }'
    ip netns
    pgrep -x -c sshd
    pgrep -fl 'epmd -daemon|beam' || true # not Debian's own epmd.socket
    sudo ls /run/threadwall 2>&1 || true
}

# The median of some round trips, in ms.
round_trip() {
    ping -n -i 0.02 -c 101 "$address" | sed -n 's/.* time=\([0-9.]*\) ms$/\1/p' | sort -n | sed -n 51p
}

sweep() { # ARGUMENT...
    sudo THREADWALL_SSH_CONFIG="$config" JAVA_HOME="$JAVA_HOME" "$one_compiler" "$root/ops/ulim.sh" -q "$root/threadwall" sweep \
        --servers kilim --out "$BATS_TEST_TMPDIR/run" "$@"
}

# A value of the first step of the sweep.
step() { # FILTER
    jq -r "select(.kind == \"step\") | $1" "$BATS_TEST_TMPDIR/run/run.jsonl" | head -n 1
}

@test "the delay of a round trip is what was asked, within 2 ms" {
    local without with
    "${lab[@]}" up 1
    without=$(round_trip)
    "${lab[@]}" down
    "${lab[@]}" up 1 --delay 25ms
    with=$(round_trip)
    evidence "round trip without a delay $without ms, with 25 ms $with ms"
    awk -v before="$without" -v after="$with" 'BEGIN { off = after - before - 25; exit off < -2 || off > 2 }'
}

# One interval in twenty does not hold the loss that was asked, two in a row of four hundred.
@test "the loss is what was asked, within its 95 % interval" {
    local lost count=5000 within=false
    "${lab[@]}" up 1 --loss 2%
    for _ in 1 2; do
        lost=$(sudo ping -n -q -i 0.002 -c "$count" "$address" | sed -n 's/^.* \([0-9]*\) received.*/\1/p')
        lost=$((count - lost))
        evidence "$lost of $count round trips lost, 2 % asked each way"
        # both ways: 1 - 0.98 ^ 2
        if awk -v lost="$lost" -v n="$count" 'BEGIN {
            p = 1 - 0.98 ^ 2
            off = (lost - n * p) / sqrt(n * p * (1 - p))
            exit off < -1.96 || off > 1.96
        }'; then
            within=true
            break
        fi
    done
    $within
}

@test "a load over a slow link has its round trip in the record, and latencies are longer by it" {
    local run p50
    "${lab[@]}" up 2 --delay 50ms
    sweep --clients lab1,lab2 --route '/json2?time=100' --connections 20 --requests 20x
    run=$(step '[.asked.clients[0].measured.load.hosts[].readings.roundTripMillis] | min')
    p50=$(step .latency.p50Millis)
    evidence "round trip $run ms, p50 $p50 ms, $(step .load.requestsCompleted) requests, failed $(step .load.failedReceive)"
    awk -v run="$run" -v p50="$p50" 'BEGIN { exit run < 48 || run > 56 || p50 < 150 }'
    [ "$(step .outcome)" = OK ]
}

@test "a queue that is too short for its delay fails the step, and the sweep goes on" {
    "${lab[@]}" up 1 --delay 50ms
    sudo tc qdisc change dev twlab1 root netem limit 20 delay 25ms # for 800 packets a second
    run sweep --clients lab1 --route '/json2?time=1' --requests 20x --connections 200,100
    echo "$output"
    [ "$status" -eq 3 ]
    evidence "$(step .reason)"
    [[ $(step .reason) == *'the queue of twlab1 (netem) dropped '* ]]
    [ "$(grep -c '"kind":"step"' "$BATS_TEST_TMPDIR/run/run.jsonl")" = 2 ]
}

# Emulated, all users take five minutes to start, if the requests of the first ones leave them the time: so there are few
# requests, and those of a connection together outlast the start.
@test "one kilim process holds 40,000 connections from three hosts, and none fails" {
    local status=0 counter
    "${limits[@]}" apply --connections 40k
    sudo "$root/ops/ulim.sh" -q "$root/ops/net/lab.sh" up 3
    # the host waits 25 minutes for a line, and this load may take longer
    while sleep 60; do
        evidence "sockets of this machine in use: $(awk '/^TCP:/ { print $3 }' /proc/net/sockstat)"
    done &
    counter=$!
    sweep --clients lab1,lab2,lab3 --connections 40k --keep-alive --route '/json2?time=200000' --requests 2x \
        --timeout 200s || status=$?
    kill "$counter"
    publish "$BATS_TEST_TMPDIR/run"
    evidence "$(step '"\(.outcome) \(.reason): \(.load.requestsCompleted) requests, \(.connections.peakOpen) open at once, \(.seconds) s"')"
    evidence "$(step '"threads \(.server.threadsPeak), RSS \(.server.rssPeakBytes), CPU \(.server.cpuSeconds) s, clients \(.client.cpuSeconds) s"')"
    "${limits[@]}" revert
    [ "$status" -eq 0 ]
    [ "$(step .load.requestsCompleted)" = 80000 ]
    [ "$(step '.load.failedConnect + .load.failedReceive + .load.failedLength + .load.failedExceptions + .load.non2xx')" = 0 ]
    [ "$(step .connections.peakOpen)" -ge 38000 ]
}
