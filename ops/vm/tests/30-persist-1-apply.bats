#!/usr/bin/env bats
# shellcheck disable=SC2154 # what bats and guest.bash set
#
# apply --persist, and what was there before is kept to be compared with after two reboots.
# reboot first

load guest

@test "the machine as it comes is written down" {
    snapshot "$state/defaults"
    session_limits >"$state/defaults.session"
    evidence "$(counted "$state/defaults")" "$(<"$state/defaults.session")"
    [ "$(grep -c ^/sys/fs/cgroup/ "$state/defaults")" -gt 5 ]
}

@test "a status that changes nothing changes nothing" {
    run "$root/ops/limits.sh" status
    [ "$status" -eq 0 ]
    run "${limits[@]}" apply --persist --dry-run
    [ "$status" -eq 0 ]
    same_as "$state/defaults"
}

@test "apply --persist" {
    run "${limits[@]}" apply --persist
    evidence "${lines[@]}"
    [ "$status" -eq 0 ]
    values >"$state/applied"
    evidence "$(<"$state/applied")"
}

@test "a second apply changes nothing" {
    snapshot "$state/once"
    run "${limits[@]}" apply --persist
    evidence "${lines[@]}"
    [ "$status" -eq 0 ]
    same_as "$state/once"
}
