#!/usr/bin/env bats
# shellcheck disable=SC2154 # what bats and tree.bash set
#
# limits.sh, ended as by kill -9 after each of its writes, to the journal and to everything else.

load tree

# Runs a command ended after its first, second, third ... write, each time on a fresh copy of the tree as it is now,
# then what is to be asserted; until the command comes to its end. The number of crashes is in $crashes.
at_each_write() { # ASSERTION COMMAND...
    local status k
    mv "$tree" "$tree.fresh"
    for ((k = 1; k < 200; k++)); do
        rm -rf "$tree"
        cp -a "$tree.fresh" "$tree"
        status=0
        LIMITS_CRASH=$k "${@:2}" &>"$BATS_TEST_TMPDIR/output" || status=$?
        ((status != 0)) || break
        ((status == 137)) || {
            cat "$BATS_TEST_TMPDIR/output"
            return 1
        }
        "$1" || {
            echo "after write $k:"
            snapshot | grep -v ' d ' | grep threadwall
            return 1
        }
    done
    crashes=$((k - 1))
}

reverted() {
    "$limits" revert >"$BATS_TEST_TMPDIR/output" 2>&1 || {
        cat "$BATS_TEST_TMPDIR/output"
        return 1
    }
    same_as "$before"
}

@test "apply, ended after each of its writes: revert puts everything back" {
    systemd_machine
    before=$(snapshot)
    at_each_write reverted "$limits" apply --persist
    # journal and write for 10 values and 4 files, and more
    [ "$crashes" -gt 28 ]
}

@test "a second apply, ended after each of its writes: revert goes back to the first values" {
    systemd_machine
    before=$(snapshot)
    "$limits" apply --threads 50000
    at_each_write reverted "$limits" apply --threads 90000
    [ "$crashes" -gt 6 ]
}

@test "revert, ended after each of its writes: another one puts the rest back" {
    systemd_machine
    printf 'mine' >"$tree/etc/sysctl.d/90-threadwall-threads.conf"
    before=$(snapshot)
    "$limits" apply --persist
    at_each_write reverted "$limits" revert
    [ "$crashes" -gt 14 ]
}

@test "apply after an apply that was ended: nothing is left over, and revert goes back to the start" {
    systemd_machine
    before=$(snapshot)
    for k in 2 5 3 9 4 1; do
        LIMITS_CRASH=$k run "$limits" apply --persist
        [ "$status" -eq 137 ]
    done
    "$limits" apply --persist
    [ "$(at /proc/sys/kernel/pid_max)" = 200000 ]
    [ "$(tail -1 "$calls")" = 'systemctl daemon-reload' ]
    reverted
}

@test "a line of the journal that a crash cut off is forgotten" {
    before=$(snapshot)
    "$limits" apply
    printf 'value|47000|12' >>"$tree/var/lib/threadwall/limits/journal"
    "$limits" apply --threads 200000
    [ "$(at /proc/sys/kernel/threads-max)" = 205300 ]
    printf 'value|1|2|/proc/sys/kernel/pid_max' >>"$tree/var/lib/threadwall/limits/journal"
    reverted
}
