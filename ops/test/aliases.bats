#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # dollars for another shell; what bats and helpers.bash set
#
# aliases.sh: r2 goes on with each call.

load helpers

@test "each call is the next alias, and 1 follows 254" {
    run bash -uc '. "$1"; for i in {1..256}; do r2; echo -n "$r2 "; done' - "$root/ops/aliases.sh"
    [ "$status" -eq 0 ]
    [ "$output" = "$(echo {1..254} 1 2) " ]
}

@test "the recipe's line gets another address each time" {
    script "$BATS_TEST_TMPDIR/three" <<'END'
. "$1/ops/aliases.sh"
for i in 1 2 3; do
    r2
    "$1/ops/ulim.sh" -q "ulimit -Sn 100; echo http://127.0.0.$r2:8080/json2?time=100"
done
END
    run "$BATS_TEST_TMPDIR/three" "$root"
    [ "$output" = 'http://127.0.0.1:8080/json2?time=100
http://127.0.0.2:8080/json2?time=100
http://127.0.0.3:8080/json2?time=100' ]
}

@test "run instead of read: the way to read it, and 2; --help is the head of the file" {
    run bash "$root/ops/aliases.sh"
    [ "$status" -eq 2 ]
    [ "$output" = "aliases.sh: this file must be sourced, not run, and takes no options; in your shell run\
 '. $root/ops/aliases.sh'" ]
    run bash "$root/ops/aliases.sh" --bogus
    [ "$status" -eq 2 ]
    run bash "$root/ops/aliases.sh" --help
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == 'aliases.sh - '* && $output == *USAGE*CAVEATS* ]]
}

@test "the recipe's own never moved" {
    run bash -c 'r2() { echo $((rand++%254+1)); }; declare -i rand; for i in 1 2 3; do echo "$(r2)"; done'
    [ "$output" = $'1\n1\n1' ]
}
