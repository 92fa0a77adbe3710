#!/usr/bin/env bats
# shellcheck disable=SC2086,SC2154 # paths of tree.bash, without spaces; what bats and tree.bash set
#
# limits.sh and the cgroups that systemd gives another number when it is reloaded, though apply asks nothing of them.

load tree

reload() { "$tree/bin/systemctl" daemon-reload; } # somebody else's

# What a start of the machine makes of it: all is as it came, but for the journal.
reboot() {
    rm -rf "$memory/booted"
    cp -a "$memory/fresh" "$memory/booted"
    cp -a "$tree/var/lib/threadwall" "$memory/booted/var/lib/"
    rm -r "$tree" && mv "$memory/booted" "$tree"
    put /proc/sys/kernel/random/boot_id "$1"
    put $journald/pids.max "$2"
}

@test "apply says what its reload made of a service, and revert puts that back" {
    systemd_machine
    before=$(snapshot)
    apply --threads 50000
    [[ $output == *$'\n''pids.max of system.slice/systemd-journald.service 4915 → 7050'$'\n'* ]]
    revert
    [ "$status" -eq 0 ]
    [[ $output == *$'\n''pids.max of system.slice/systemd-journald.service 7050 → 4915'$'\n'* ]]
    same_as "$before"
}

@test "two applies and somebody's reload between them, which reckons by the new threads-max" {
    systemd_machine
    before=$(snapshot)
    apply --threads 50000
    reload
    apply --threads 90000
    reload
    [ "$(at $journald/pids.max)" = $((95300 * 15 / 100)) ]
    revert
    [ "$status" -eq 0 ]
    same_as "$before"
}

@test "a number that somebody gave the service since is listed and left" {
    systemd_machine
    apply --threads 50000
    put $journald/own-number ''
    put $journald/pids.max 500
    revert
    [ "$status" -eq 4 ]
    [ "${stderr_lines[1]}" = \
        '  pids.max of system.slice/systemd-journald.service: changed since apply, to 500; before apply it was 4915' ]
    [ "${#stderr_lines[@]}" -eq 2 ]
    [ "$(at $journald/pids.max)" = 500 ]
    [ "$(at "$slice/pids.max")" = 15510 ]
    # as it was before apply, it is done with
    put $journald/pids.max 4915
    revert
    [ "$status" -eq 0 ]
    [ ! -e "$tree/var/lib/threadwall" ]
}

@test "a service that is gone is no error, and one that is new keeps what systemd gives it" {
    systemd_machine
    apply --threads 50000
    rm -r "${tree:?}$journald"
    put /sys/fs/cgroup/system.slice/new.service/pids.max 8295
    put $group/user-1001.slice/pids.max 55300
    revert
    [ "$status" -eq 0 ]
    [ "$(at /sys/fs/cgroup/system.slice/new.service/pids.max)" = 7050 ]
    [ "$(at $group/user-1001.slice/pids.max)" = 15510 ]
    [ ! -e "$tree/var/lib/threadwall" ]
}

@test "numbers of another start of the machine are past, and one that has begun without the drop-ins is not reloaded" {
    systemd_machine
    cp -a "$tree" "$memory/fresh"
    apply --threads 50000
    reboot second 5000
    revert
    [ "$status" -eq 0 ]
    [ "$output" = 'nothing to restore' ]
    [ "$(at $journald/pids.max)" = 5000 ]
    [ ! -e "$tree/var/lib/threadwall" ]
    apply --threads 50000
    reboot third 6000
    apply --threads 50000
    [ "$(at $journald/pids.max)" = 7050 ]
    revert
    [ "$status" -eq 0 ]
    [ "$(at $journald/pids.max)" = 6000 ]
    [ ! -e "$tree/var/lib/threadwall" ]
}
