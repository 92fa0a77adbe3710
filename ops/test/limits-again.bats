#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # dollars for another shell; what bats and tree.bash set
#
# limits.sh on a machine that is no longer as apply left it: another apply, somebody else, a reboot, systemd.

load tree

@test "a file that was there before comes back: bytes, owner, mode" {
    printf 'mine, without an end' >"$tree/etc/sysctl.d/90-threadwall-threads.conf"
    chmod 640 "$tree/etc/sysctl.d/90-threadwall-threads.conf"
    before=$(snapshot)
    apply --persist
    grep -qx 'kernel.pid_max = 200000' "$tree/etc/sysctl.d/90-threadwall-threads.conf"
    revert
    [ "$status" -eq 0 ]
    same_as "$before"
}

@test "a second apply changes nothing more" {
    systemd_machine
    apply --persist
    after=$(snapshot)
    apply --persist
    [ "$status" -eq 0 ]
    [ "$output" = 'nothing changed' ]
    same_as "$after"
}

@test "a second apply raises further, never lowers, and revert goes back to the first value" {
    systemd_machine
    before=$(snapshot)
    apply --threads 50000 --persist
    apply --threads 90000 --persist
    [ "$(at /proc/sys/kernel/threads-max)" = 95300 ]
    grep -qx TasksMax=95300 "$tree/etc/systemd/system/user-.slice.d/90-threadwall.conf"
    apply --threads 100 --persist
    [ "$(at /proc/sys/kernel/threads-max)" = 95300 ]
    grep -qx TasksMax=95300 "$tree/etc/systemd/system/user-.slice.d/90-threadwall.conf"
    grep -qx 'kernel.threads-max = 95300' "$tree/etc/sysctl.d/90-threadwall-threads.conf"
    revert
    [ "$status" -eq 0 ]
    same_as "$before"
}

@test "a few more processes do not make a second apply raise anything" {
    apply --threads 50000
    put /proc/loadavg '0.10 0.20 0.30 2/3000 6789'
    apply --threads 50000
    [ "$output" = 'nothing changed' ]
}

@test "what somebody changed since is listed, left and kept; the rest is put back" {
    apply --persist
    put /proc/sys/kernel/pid_max 150000
    echo '# mine' >>"$tree/etc/sysctl.d/90-threadwall-threads.conf"
    revert
    [ "$status" -eq 4 ]
    [ "${stderr_lines[1]}" = '  /etc/sysctl.d/90-threadwall-threads.conf: changed since apply, so it stays' ]
    [ "${stderr_lines[2]}" = '  kernel.pid_max: changed since apply, to 150000; before apply it was 32768' ]
    [ "${#stderr_lines[@]}" -eq 3 ]
    [ "$(at /proc/sys/kernel/pid_max)" = 150000 ]
    [ "$(at /proc/sys/kernel/threads-max)" = 47000 ]
    [ "$(cut -d '|' -f 1,2,4 "$tree/var/lib/threadwall/limits/journal")" = 'boot||first
file|absent|/etc/sysctl.d/90-threadwall-threads.conf
boot||first
value|32768|/proc/sys/kernel/pid_max' ]
    # back to apply's value, it is ours again
    put /proc/sys/kernel/pid_max 200000
    rm "$tree/etc/sysctl.d/90-threadwall-threads.conf"
    revert
    [ "$status" -eq 0 ]
    [ "$(at /proc/sys/kernel/pid_max)" = 32768 ]
    [ ! -e "$tree/var/lib/threadwall" ]
}

@test "a folder in which somebody put a file stays, with the file" {
    systemd_machine
    apply --persist
    echo '[Slice]' >"$tree/etc/systemd/system/user-.slice.d/99-mine.conf"
    revert
    [ "$status" -eq 0 ]
    [ "$(ls "$tree/etc/systemd/system/user-.slice.d")" = 99-mine.conf ]
}

@test "another spelling by the kernel is no change" {
    put /proc/sys/net/ipv4/ip_local_reserved_ports '8081'
    apply
    put /proc/sys/net/ipv4/ip_local_port_range $'1024\t65535'
    put /proc/sys/net/ipv4/ip_local_reserved_ports '5432,8080,8081,9000'
    apply
    [ "$output" = 'nothing changed' ]
    revert
    [ "$status" -eq 0 ]
    [ "$(at /proc/sys/net/ipv4/ip_local_port_range)" = $'32768\t60999' ]
    [ "$(at /proc/sys/net/ipv4/ip_local_reserved_ports)" = 8081 ]
}

@test "after a reboot without --persist revert has nothing to do, whatever the start made of the values" {
    systemd_machine
    before=$(snapshot)
    cp -a "$tree" "$BATS_TEST_TMPDIR/fresh"
    apply
    cp -a "$tree/var/lib/threadwall" "$BATS_TEST_TMPDIR/fresh/var/lib/"
    rm -r "$tree" && mv "$BATS_TEST_TMPDIR/fresh" "$tree"
    put /proc/sys/kernel/random/boot_id second
    put /proc/sys/kernel/threads-max 46990
    put "$slice/pids.max" 15506
    revert
    [ "$status" -eq 0 ]
    [ "$output" = 'nothing to restore' ]
    put /proc/sys/kernel/random/boot_id first
    put /proc/sys/kernel/threads-max 47000
    put "$slice/pids.max" 15510
    same_as "$before"
}

@test "a cgroup that is gone is no error" {
    systemd_machine
    apply
    rm -r "$tree${slice:?}"
    revert
    [ "$status" -eq 0 ]
    [ ! -e "$tree/var/lib/threadwall" ]
}

@test "revert without an apply is quiet" {
    before=$(snapshot)
    revert
    [ "$status" -eq 0 ]
    [ "$output" = 'nothing to restore' ]
    same_as "$before"
}

@test "after a reboot with --persist a value that somebody changed is listed" {
    apply --persist
    put /proc/sys/kernel/random/boot_id second
    put /proc/sys/kernel/pid_max 150000
    revert
    [ "$status" -eq 4 ]
    [ "${stderr_lines[1]}" = '  kernel.pid_max: changed since apply, to 150000; before apply it was 32768' ]
    [ "$(at /proc/sys/kernel/threads-max)" = 47000 ]
}

@test "an apply after a reboot knows the values of its own time" {
    apply
    put /proc/sys/kernel/random/boot_id second
    put /proc/sys/kernel/threads-max 47000
    put /proc/sys/kernel/pid_max 40000
    apply
    put /proc/sys/kernel/threads-max 60000
    revert
    [ "$status" -eq 4 ]
    [ "${stderr_lines[1]}" = '  kernel.threads-max: changed since apply, to 60000; before apply it was 47000' ]
    [ "$(at /proc/sys/kernel/pid_max)" = 40000 ]
}

@test "the kernel itself, in a network namespace of its own" {
    unshare -rn true 2>/dev/null || skip 'needs a user namespace'
    unshare -rn test -e /proc/sys/net/core/somaxconn || skip 'this kernel hides net.core in the namespaces of users'
    rm -r "$tree/proc/sys/net" "$tree/proc/net"
    mkdir "$tree/proc/sys/net" # without netfilter: the connections that are followed are the machine's
    ln -s /proc/sys/net/ipv4 /proc/sys/net/core "$tree/proc/sys/net/"
    script "$memory/inside" <<'END'
cd /proc/sys/net || exit
values() { grep . ipv4/ip_local_{port_range,reserved_ports} core/somaxconn ipv4/tcp_max_tw_buckets; }
echo '8082,8081' >/proc/sys/net/ipv4/ip_local_reserved_ports
echo 4096 >/proc/sys/net/ipv4/tcp_max_tw_buckets
values
"$1" apply >&2 && values && "$1" apply && "$1" revert >&2 && values
END
    run --separate-stderr unshare -rn "$memory/inside" "$limits"
    [ "$status" -eq 0 ]
    default=$'ipv4/ip_local_port_range:32768\t60999
ipv4/ip_local_reserved_ports:8081-8082
core/somaxconn:4096
ipv4/tcp_max_tw_buckets:4096'
    [ "$output" = "$default"$'
ipv4/ip_local_port_range:1024\t65535
ipv4/ip_local_reserved_ports:8080-8082
core/somaxconn:65535
ipv4/tcp_max_tw_buckets:262144
nothing changed
'"$default" ]
}

@test "where systemd keeps to its own number, pids.max is raised again after it, and all of it is put back" {
    systemd_machine
    script "$tree/bin/systemctl" <<'END'
echo 20000 >"${0%/*}/../sys/fs/cgroup/user.slice/user-1000.slice/pids.max"
END
    before=$(snapshot)
    apply --threads 50000
    [ "$status" -eq 0 ]
    [ "$(at "$slice/pids.max")" = 55300 ]
    revert
    [ "$status" -eq 0 ]
    same_as "$before"
}
