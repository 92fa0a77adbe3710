#!/usr/bin/env bats
# shellcheck disable=SC2154 # what bats and guest.bash set
#
# 40,000 platform threads of one JVM, each in the handler of a request, in a larger machine; and the limit of threads
# behind them. It runs only when it is named.
# memory: 16G
# limit: 7200

load guest

threads=40000

setup() {
    out=$BATS_TEST_TMPDIR/threads
    "${limits[@]}" apply --threads "$threads" --connections "$threads"
    count_sockets
}

teardown() {
    kill "$counter" 2>/dev/null || true
    [ ! -s "$BATS_TEST_TMPDIR/err" ] || tail -n 3 "$BATS_TEST_TMPDIR/err"
    "${limits[@]}" revert
}

row() { jq -r "select(.kind == \"threads\") | $1" "$out/run.jsonl"; } # FILTER

@test "40,000 requests are in the handler of spring-blocking at once, each with a thread, and all are answered" {
    local status=0
    env "$one_compiler" "$root/ops/ulim.sh" "$root/threadwall" bench threads --in handler --threads "$threads" \
        --out "$out" >"$BATS_TEST_TMPDIR/table" 2>"$BATS_TEST_TMPDIR/err" 3>&- || status=$?
    publish "$out"
    mapfile -t lines <"$BATS_TEST_TMPDIR/table"
    evidence "${lines[@]}"
    [ "$status" -eq 0 ]
    [ "$(row .answered)" -eq "$threads" ]
    [ "$(row .handlerPeak)" -ge "$threads" ]
}

@test "doctor predicts how many threads a JVM can have then, within 1 %" {
    local status=0 measured predicted
    out=$BATS_TEST_TMPDIR/wall
    "$root/ops/ulim.sh" "$root/threadwall" doctor --probe threads --time-limit 1800 --out "$out" \
        --json "$BATS_TEST_TMPDIR/probe.json" >"$BATS_TEST_TMPDIR/table" 2>"$BATS_TEST_TMPDIR/err" 3>&- || status=$?
    publish "$out"
    mapfile -t lines <"$BATS_TEST_TMPDIR/table"
    evidence "${lines[@]}"
    [ "$status" -eq 0 ]
    read -r measured predicted < <(jq -r '"\(.measured) \(.predicted)"' "$BATS_TEST_TMPDIR/probe.json")
    [ "$measured" -ge "$threads" ]
    ((100 * (measured - predicted) <= predicted && 100 * (predicted - measured) <= predicted))
}
