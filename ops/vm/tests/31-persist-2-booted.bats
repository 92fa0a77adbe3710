#!/usr/bin/env bats
# shellcheck disable=SC2154 # what bats and guest.bash set
#
# After a reboot the values are still in force, for the machine and for the user's new session; then revert.
# reboot first

load guest

@test "every value is what apply made it" {
    run diff "$state/applied" <(values)
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "the user's session has the limits that apply promised, and kept its soft nofile" {
    evidence "$(session_limits)"
    [ "$(ulimit -Hu)" -ge 120000 ]
    [ "$(ulimit -Hi)" -ge 120000 ]
    [ "$(ulimit -Hn)" -ge 1048576 ]
    [ "$(ulimit -Sn)" -eq 1024 ]
}

@test "apply finds nothing left to do" {
    run "${limits[@]}" apply --persist --dry-run
    evidence "${lines[@]}"
    [ "$status" -eq 0 ]
    [[ $output != *→* && $output != *'to be written'* ]]
}

@test "revert" {
    run "${limits[@]}" revert
    evidence "${lines[@]}"
    [ "$status" -eq 0 ]
}
