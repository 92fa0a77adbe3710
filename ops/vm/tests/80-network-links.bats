#!/usr/bin/env bats
# shellcheck disable=SC2154 # what bats, guest.bash and lab.bash set
#
# Links of lab.sh with delay and loss, and loads over them: the machine's own kernel has netem.
# reboot first
# limit: 2400

load guest
load lab

address=198.18.1.1

# The median of some round trips, in ms.
round_trip() {
    ping -n -i 0.02 -c 101 "$address" | sed -n 's/.* time=\([0-9.]*\) ms$/\1/p' | sort -n | sed -n 51p
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
