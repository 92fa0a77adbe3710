#!/usr/bin/env bats
# shellcheck disable=SC2154 # what bats and guest.bash set
#
# 40,000 platform threads of one JVM, each in the handler of a request, in a larger machine; and the number of threads at
# which a JVM gets no more. It runs only when it is named.
# memory: 16G
# limit: 7200

load guest

threads=40000

setup() { raise_limits --threads "$threads" --connections "$threads"; }

teardown() { restore_limits; }

row() { jq -r "select(.kind == \"threads\") | $1" "$out/run.jsonl"; } # FILTER

@test "40,000 requests are in the handler of spring-blocking at once, each with a thread, and all are answered" {
    measure threads bench threads --in handler --threads "$threads"
    [ "$status" -eq 0 ]
    [ "$(row 'first(.readings[] | select(.moment == "ALL")).threads')" -ge "$threads" ]
    [ "$(row .answered)" -eq "$threads" ]
    [ "$(row .handlerPeak)" -ge "$threads" ]
}

@test "doctor predicts how many threads a JVM can have then, within 1 %" {
    local measured predicted
    measure limit doctor --probe threads --time-limit 1800 --json "$BATS_TEST_TMPDIR/probe.json"
    [ "$status" -eq 0 ]
    read -r measured predicted < <(jq -r '"\(.measured) \(.predicted)"' "$BATS_TEST_TMPDIR/probe.json")
    [ "$measured" -ge "$threads" ]
    ((100 * (measured - predicted) <= predicted && 100 * (predicted - measured) <= predicted))
}
