#!/usr/bin/env bats
# shellcheck disable=SC2154 # what bats and guest.bash set
#
# After revert and a reboot the machine is as it came.
# reboot first

load guest

@test "every sysctl, every pids.max and every file is as it was before apply" {
    run same_as "$state/defaults"
    echo "$output"
    evidence "compared: $(counted "$state/defaults.now")"
    [ "$status" -eq 0 ]
}

@test "the session's limits are, too" {
    run diff "$state/defaults.session" <(session_limits)
    echo "$output"
    [ "$status" -eq 0 ]
}
