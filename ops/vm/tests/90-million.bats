#!/usr/bin/env bats
# shellcheck disable=SC2154 # what bats and guest.bash set
#
# One fiber server process, a million connections open at once, in a larger machine. It runs only when it is named.
# memory: 16G
# limit: 18000

load guest

connections=1000000

setup() {
    out=$BATS_TEST_TMPDIR/run
    "${limits[@]}" apply --connections "$connections"
    sudo chmod a+r /proc/slabinfo # so that the tool, which is not root, reads the kernel's objects
    count_sockets
}

teardown() {
    kill "$counter" 2>/dev/null || true
    [ ! -s "$BATS_TEST_TMPDIR/err" ] || tail -n 3 "$BATS_TEST_TMPDIR/err"
    "${limits[@]}" revert
}

# A value of the line about the server.
idle() { jq -r "select(.kind == \"idle\") | $1" "$out/run.jsonl"; } # FILTER

# At a moment of it.
reading() { idle "first(.readings[] | select(.moment == \"$1\")) | $2"; } # MOMENT FILTER

answered() { idle "first(.answers[] | select(.asked == \"$1\")) | .answered"; } # WHICH

@test "one kilim process holds a million connections, answers each twice, and gives all of them back" {
    local status=0
    env "$one_compiler" "$root/ops/ulim.sh" "$root/threadwall" bench idle --servers kilim --collector serial \
        --connections "$connections" --ping --out "$out" >"$BATS_TEST_TMPDIR/table" 2>"$BATS_TEST_TMPDIR/err" 3>&- ||
        status=$?
    publish "$out"
    mapfile -t lines <"$BATS_TEST_TMPDIR/table"
    evidence "${lines[@]}"
    [ "$status" -eq 0 ]
    [ "$(idle '.serverProcesses, .clientProcesses' | xargs)" = '1 1' ]
    [ "$(reading HELD .connections)" -eq "$connections" ]
    [ "$(reading REOPENED .connections)" -eq "$connections" ]
    [ "$(answered OPENED)" -eq "$connections" ]
    [ "$(answered ALL)" -eq "$connections" ]
    [ "$(reading CLOSED .descriptors)" -le "$(reading OWN .descriptors)" ]
}
