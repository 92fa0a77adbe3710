#!/usr/bin/env bats
# shellcheck disable=SC2154 # what bats and guest.bash set
#
# apply and revert in the live machine: nothing is different afterwards, wherever apply was stopped.
# reboot first
# limit: 2400

load guest

# Not before a daemon-reload of its own: journald, started when pid_max was still the kernel's, gets another number by
# the first one, which is apply's.
setup_file() { snapshot "$HOME/state/before"; }

@test "apply, then revert" {
    run "${limits[@]}" apply --persist
    [ "$status" -eq 0 ]
    run same_as "$state/before"
    evidence "apply made $(grep -c '^[<>]' <<<"$output") lines different, of $(counted "$state/before")"
    [ "$status" -eq 1 ]
    run "${limits[@]}" revert
    [ "$status" -eq 0 ]
    run same_as "$state/before"
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "twice: apply, apply for more, revert, revert" {
    "${limits[@]}" apply
    "${limits[@]}" apply --persist --threads 150000 --connections 100000
    "${limits[@]}" revert
    "${limits[@]}" revert
    run same_as "$state/before"
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "a crash after each of apply's writes, then revert" {
    local writes=0 code=137 from=$SECONDS
    while ((code == 137)); do
        writes=$((writes + 1)) code=0
        sudo LIMITS_CRASH=$writes "$root/ops/limits.sh" apply --persist || code=$?
        "${limits[@]}" revert
        run same_as "$state/before"
        echo "write $writes: $output"
        [ "$status" -eq 0 ]
    done
    evidence "apply was stopped after each of its $((writes - 1)) writes; each time revert left what was there before" \
        "$((SECONDS - from)) s"
    [ "$code" -eq 0 ]
    [ "$writes" -gt 20 ]
}
