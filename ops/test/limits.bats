#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # dollars for another shell; what bats and tree.bash set
#
# limits.sh on machines made of files: what it raises, what it leaves, what it puts back.

load tree

apply() { run --separate-stderr "$limits" apply "$@"; }
revert() { run --separate-stderr "$limits" revert; }

journal() { cat "$tree/var/lib/threadwall/limits/journal"; }

@test "apply raises what is too low, says what from and to, and revert puts it back" {
    before=$(snapshot)
    apply
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = 'kernel.threads-max                         47000 → 120000' ]
    [ "$(at /proc/sys/kernel/pid_max)" = 200000 ]
    [ "$(at /proc/sys/vm/max_map_count)" = 600000 ]
    [ "$(at /proc/sys/net/core/somaxconn)" = 65535 ]
    [ "${lines[-1]}" = "9 changed; undo: sudo $limits revert" ]
    revert
    [ "$status" -eq 0 ]
    [ "${lines[-1]}" = '9 put back' ]
    same_as "$before"
}

@test "apply takes its values from the files in ops/sysctl" {
    sed -i 's/^vm.max_map_count = .*/vm.max_map_count = 77777/' "$BATS_TEST_TMPDIR/sysctl/90-threadwall-threads.conf"
    apply
    [ "$(at /proc/sys/vm/max_map_count)" = 77777 ]
}

@test "what is higher already stays, however high" {
    put /proc/sys/kernel/pid_max 4194304
    put /proc/sys/fs/file-max 18446744073709551615
    apply
    [ "$status" -eq 0 ]
    [ "$(at /proc/sys/kernel/pid_max)" = 4194304 ]
    [ "$(at /proc/sys/fs/file-max)" = 18446744073709551615 ]
}

@test "a port range is only widened" {
    put /proc/sys/net/ipv4/ip_local_port_range '2000 65000'
    apply
    [ "$(at /proc/sys/net/ipv4/ip_local_port_range)" = '1024 65535' ]
    revert
    put /proc/sys/net/ipv4/ip_local_port_range '900 65000'
    apply
    [ "$(at /proc/sys/net/ipv4/ip_local_port_range)" = '900 65535' ]
}

@test "ports listened on inside the range, 8080, and those reserved before are reserved" {
    put /proc/sys/net/ipv4/ip_local_reserved_ports '8081,30000-30010'
    apply
    [ "$(at /proc/sys/net/ipv4/ip_local_reserved_ports)" = '5432,8080-8081,9000,30000-30010' ]
}

@test "--threads N: N, what runs already and room; two maps a thread; connections are left alone" {
    apply --threads 50000
    [ "$status" -eq 0 ]
    [ "$(at /proc/sys/kernel/threads-max)" = 55300 ]
    [ "$(at /proc/sys/kernel/pid_max)" = 55300 ]
    [ "$(at /proc/sys/vm/max_map_count)" = 110000 ]
    [ "$(at /proc/sys/net/core/somaxconn)" = 4096 ]
}

@test "--threads N: three maps a thread where huge pages are for everyone" {
    put /sys/kernel/mm/transparent_hugepage/enabled '[always] madvise never'
    apply --threads=50000
    [ "$(at /proc/sys/vm/max_map_count)" = 160000 ]
}

@test "--connections N: both ends of each are files; threads are left alone" {
    apply --connections 400000
    [ "$status" -eq 0 ]
    [ "$(at /proc/sys/fs/file-max)" = 806200 ]
    [ "$(at /proc/sys/net/core/somaxconn)" = 400000 ]
    [ "$(at /proc/sys/net/ipv4/tcp_mem)" = '800000 1200000 1600000' ]
    [ "$(at /proc/sys/fs/nr_open)" = 1048576 ]
    [ "$(at /proc/sys/kernel/threads-max)" = 47000 ]
}

@test "conntrack is raised only where it is loaded" {
    put /proc/sys/net/netfilter/nf_conntrack_max 65536
    apply
    [ "$(at /proc/sys/net/netfilter/nf_conntrack_max)" = 524288 ]
}

@test "cgroup v2 under systemd: pids.max, a drop-in for all users, reload; and all of it back" {
    systemd_machine
    before=$(snapshot)
    apply --threads 50000
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = 'pids.max of user.slice/user-1000.slice     15510 → 55300' ]
    [ "$(at "$slice/pids.max")" = 55300 ]
    [ "$(at "$group/pids.max")" = max ]
    [ "$(sed '/^#/d' "$tree/run/systemd/system/user-.slice.d/90-threadwall.conf")" = $'[Slice]\nTasksMax=55300' ]
    [ "$(<"$calls")" = 'systemctl daemon-reload' ]
    revert
    [ "$status" -eq 0 ]
    [ "$(<"$calls")" = $'systemctl daemon-reload\nsystemctl daemon-reload' ]
    same_as "$before"
}

@test "a service above the caller has a drop-in of its own; under a user's own systemd there is none" {
    systemd_machine
    put /proc/self/cgroup '0::/system.slice/ci@1.service/job'
    mkdir -p "$tree/sys/fs/cgroup/system.slice/ci@1.service/job"
    put /sys/fs/cgroup/system.slice/ci@1.service/pids.max 7000
    put /sys/fs/cgroup/system.slice/ci@1.service/job/pids.max 6000
    put "$slice/user@1000.service/app.slice/pids.max" 5000
    apply --threads 50000
    [ "$(at /sys/fs/cgroup/system.slice/ci@1.service/pids.max)" = 55300 ]
    [ "$(at /sys/fs/cgroup/system.slice/ci@1.service/job/pids.max)" = 55300 ]
    grep -qx '\[Service\]' "$tree/run/systemd/system/ci@1.service.d/90-threadwall.conf"
    put /proc/self/cgroup '0::/user.slice/user-1000.slice/user@1000.service/app.slice'
    apply --threads 50000
    [ "$(at "$slice/user@1000.service/app.slice/pids.max")" = 55300 ]
    [ ! -e "$tree/run/systemd/system/app.slice.d" ]
}

@test "cgroup v1: pids.max at each ancestor" {
    put /proc/self/cgroup $'9:name=systemd:/\n8:pids:/a/b'
    put /proc/self/mountinfo '39 31 0:36 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids'
    put /sys/fs/cgroup/pids/a/pids.max 3000
    put /sys/fs/cgroup/pids/a/b/pids.max 2000
    put /sys/fs/cgroup/pids/a/b/c/pids.max 1000
    before=$(snapshot)
    apply --threads 50000
    [ "$status" -eq 0 ]
    [ "$(at /sys/fs/cgroup/pids/a/pids.max)" = 55300 ]
    [ "$(at /sys/fs/cgroup/pids/a/b/pids.max)" = 55300 ]
    [ "$(at /sys/fs/cgroup/pids/a/b/c/pids.max)" = 1000 ]
    revert
    same_as "$before"
}

@test "hybrid: v1's pids beside a v2 tree, in a container that sees its own cgroup as the root" {
    put /proc/self/cgroup $'8:pids:/docker/abc/job\n0::/docker/abc'
    put /proc/self/mountinfo '39 31 0:36 /docker/abc /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids
41 31 0:38 /docker/abc /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw'
    put /sys/fs/cgroup/pids/pids.max 4000
    put /sys/fs/cgroup/pids/job/pids.max 3000
    mkdir -p "$tree/sys/fs/cgroup/unified"
    before=$(snapshot)
    apply --threads 50000
    [ "$status" -eq 0 ]
    [ "$(at /sys/fs/cgroup/pids/pids.max)" = 55300 ]
    [ "$(at /sys/fs/cgroup/pids/job/pids.max)" = 55300 ]
    revert
    same_as "$before"
}

@test "--persist installs only what has to be raised, for root as for everyone; revert takes it away" {
    systemd_machine
    put /proc/sys/kernel/pid_max 4194304
    before=$(snapshot)
    apply --persist
    [ "$status" -eq 0 ]
    run sed '/^#/d; /^$/d' "$tree/etc/sysctl.d/90-threadwall-threads.conf"
    [ "$output" = $'kernel.threads-max = 120000\nvm.max_map_count = 600000' ]
    grep -qx '# kernel.pid_max is 4194304 without this file' "$tree/etc/sysctl.d/90-threadwall-threads.conf"
    grep -qx 'net.ipv4.ip_local_reserved_ports = 5432,8080,9000' "$tree/etc/sysctl.d/90-threadwall-connections.conf"
    grep -qx '\* *hard *nofile *1048576' "$tree/etc/security/limits.d/90-threadwall.conf"
    grep -qx 'root *- *nproc *120000' "$tree/etc/security/limits.d/90-threadwall.conf"
    grep -qx 'TasksMax=120000' "$tree/etc/systemd/system/user-.slice.d/90-threadwall.conf"
    [ "$(stat -c %a "$tree/etc/sysctl.d/90-threadwall-threads.conf")" = 644 ]
    revert
    [ "$status" -eq 0 ]
    same_as "$before"
}

@test "limits.d gets no line that would lower a limit" {
    put /proc/1/limits $'Max processes     unlimited   unlimited processes
Max open files    1024      2000000    files
Max pending signals   23500   23500   signals'
    apply --persist
    run sed '/^#/d' "$tree/etc/security/limits.d/90-threadwall.conf"
    [ "$output" = $'*     -     sigpending  120000\nroot  -     sigpending  120000' ]
}

@test "--persist after an apply without it persists the same values" {
    apply
    apply --persist
    [ "$status" -eq 0 ]
    grep -qx 'kernel.pid_max = 200000' "$tree/etc/sysctl.d/90-threadwall-threads.conf"
}

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
    [ "${stderr_lines[1]}" = '  /etc/sysctl.d/90-threadwall-threads.conf: changed since; it was left as it is' ]
    [ "${stderr_lines[2]}" = '  kernel.pid_max: changed since, to 150000; it was 32768 before apply' ]
    [ "${#stderr_lines[@]}" -eq 3 ]
    [ "$(at /proc/sys/kernel/pid_max)" = 150000 ]
    [ "$(at /proc/sys/kernel/threads-max)" = 47000 ]
    [ "$(journal | cut -d '|' -f 1,2,4)" = 'boot||first
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
    [ "$output" = 'nothing to put back' ]
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
    [ "$output" = 'nothing to put back' ]
    same_as "$before"
}

@test "what may not be changed is listed with the reason, exit 4, and the rest is applied" {
    chmod -R a+rwX "$tree"
    rm "$tree/proc/sys/kernel/pid_max" && mkdir "$tree/proc/sys/fs/x"
    as_user bash -c 'echo 32768 >"$1/pid_max" && chmod 444 "$1/pid_max"' - "$tree/proc/sys/kernel"
    chmod 755 "$tree/etc/sysctl.d"
    ((EUID == 0)) || chmod 555 "$tree/etc/sysctl.d"
    run --separate-stderr as_user "$limits" apply --persist --threads 50000
    [ "$status" -eq 4 ]
    [ "${stderr_lines[0]}" = 'limits.sh: not changed:' ]
    [ "${stderr_lines[1]}" = '  kernel.pid_max stays 32768, asked for 55300: Permission denied' ]
    file=/etc/sysctl.d/90-threadwall-threads.conf
    [ "${stderr_lines[2]}" = "  $file was not written: cannot write to /etc/sysctl.d" ]
    [ "$(at /proc/sys/kernel/threads-max)" = 55300 ]
    run --separate-stderr as_user "$limits" revert
    [ "$status" -eq 0 ]
    [ "$(at /proc/sys/kernel/threads-max)" = 47000 ]
    [ ! -e "$tree/var/lib/threadwall" ]
}

@test "a read-only /proc/sys, as containers have it: root is told which values it keeps" {
    unshare -rm true 2>/dev/null || skip 'needs a user namespace'
    systemd_machine
    script "$memory/inside" <<'END'
mount --bind "$1/proc/sys" "$1/proc/sys" && mount -o remount,bind,ro "$1/proc/sys" && exec "$2" apply --threads 50000
END
    run --separate-stderr unshare -rm "$memory/inside" "$tree" "$limits"
    [ "$status" -eq 4 ]
    [ "${lines[-1]}" = "2 changed; undo: sudo $limits revert" ]
    [ "${stderr_lines[1]}" = '  kernel.threads-max stays 47000, asked for 55300: Read-only file system' ]
    [ "${#stderr_lines[@]}" -eq 4 ]
    [ "$(at "$slice/pids.max")" = 55300 ]
}

@test "without a place for the journal nothing is changed" {
    rm -r "${tree:?}/var" && : >"$tree/var"
    before=$(snapshot)
    apply
    [ "$status" -eq 4 ]
    [[ $stderr == *'nothing was changed' ]]
    same_as "$before"
}

@test "without root apply and revert say how, before anything" {
    for command in apply revert; do
        run --separate-stderr as_user env -u LIMITS_ROOT "$limits" "$command"
        [ "$status" -eq 4 ]
        [ "$output" = '' ]
        [ "$stderr" = "limits.sh: $command changes the kernel's limits, which takes root: sudo $limits $command" ]
    done
}

@test "status and --dry-run serve everyone, and change nothing" {
    for arguments in status 'status --threads 50000' 'apply --dry-run' 'apply --dry-run --persist --threads 50000'; do
        # shellcheck disable=SC2086 # words
        run --separate-stderr as_user env -u LIMITS_ROOT "$limits" $arguments
        [ "$status" -eq 0 ]
        [ "$stderr" = '' ]
    done
    systemd_machine
    before=$(snapshot)
    run "$limits" apply --dry-run --persist
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = 'pids.max of user.slice/user-1000.slice     15510 → 120000' ]
    same_as "$before"
}

@test "status: now, with apply, before apply, whose" {
    run "$limits" status --threads 50000
    [ "$status" -eq 0 ]
    row='%-46s %-20s %-20s %-20s %s'
    # shellcheck disable=SC2059 # the row's format
    is_row() { [ "$1" = "$(printf "$row" "${@:2}")" ]; }
    is_row "${lines[2]}" kernel.pid_max 32768 55300 - short
    [ "${lines[-1]}" = 'journal: none; apply has changed nothing that revert has not put back' ]
    apply
    put /proc/sys/kernel/pid_max 40000
    run "$limits" status
    is_row "${lines[1]}" kernel.threads-max 120000 120000 47000 'enough, ours'
    is_row "${lines[2]}" kernel.pid_max 40000 200000 32768 'short, changed since apply'
    [ "${lines[-1]}" = "journal: /var/lib/threadwall/limits/journal; undo: sudo $limits revert" ]
}

@test "the journal is root's alone" {
    apply
    [ "$(stat -c %a "$tree/var/lib/threadwall/limits" "$tree/var/lib/threadwall/limits/journal")" = $'700\n600' ]
}

@test "after a reboot with --persist a value that somebody changed is listed" {
    apply --persist
    put /proc/sys/kernel/random/boot_id second
    put /proc/sys/kernel/pid_max 150000
    revert
    [ "$status" -eq 4 ]
    [ "${stderr_lines[1]}" = '  kernel.pid_max: changed since, to 150000; it was 32768 before apply' ]
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
    [ "${stderr_lines[1]}" = '  kernel.threads-max: changed since, to 60000; it was 47000 before apply' ]
    [ "$(at /proc/sys/kernel/pid_max)" = 40000 ]
}

@test "the kernel itself, in a network namespace of its own" {
    unshare -rn true 2>/dev/null || skip 'needs a user namespace'
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

@test "a systemctl that fails is listed, and asked again by the next apply" {
    systemd_machine
    cp "$tree/bin/systemctl" "$memory/systemctl"
    script "$tree/bin/systemctl" <<<'echo "Failed to connect to bus" >&2; exit 1'
    apply --threads 50000
    [ "$status" -eq 4 ]
    [ "${stderr_lines[1]}" = '  systemctl daemon-reload: Failed to connect to bus' ]
    cp "$memory/systemctl" "$tree/bin/systemctl"
    apply --threads 50000
    [ "$status" -eq 0 ]
    [ "$(<"$calls")" = 'systemctl daemon-reload' ]
}

@test "a file of sysctl.d that comes after ours and is lower is named" {
    echo 'kernel/pid_max=30000' >"$tree/etc/sysctl.d/99-mine.conf"
    echo 'kernel.threads-max = 30000' >"$tree/etc/sysctl.d/10-theirs.conf"
    echo 'vm.max_map_count = 9000000' >"$tree/etc/sysctl.d/99-more.conf"
    apply --persist
    [ "$status" -eq 0 ]
    line='limits.sh: at the next start /etc/sysctl.d/99-mine.conf sets kernel.pid_max = 30000, after our file'
    [ "$stderr" = "$line" ]
}

@test "two at once: the second is told" {
    apply
    after=$(snapshot)
    exec {held}<"$tree/var/lib/threadwall/limits"
    flock "$held"
    revert
    [ "$status" -eq 4 ]
    [ "$stderr" = 'limits.sh: another limits.sh is at work; try again when it has ended' ]
    same_as "$after"
    exec {held}<&-
}

@test "usage: an unknown option or command, a value that is no number, none at all are one line and 2" {
    declare -A wrong=(
        ['--thread 5']="unknown option '--thread'; limits.sh --help lists them"
        [raise]="unknown command 'raise'; limits.sh --help lists them"
        ['apply --threads 40k']="--threads takes a whole number from 1 to 999999999, not '40k'"
        ['apply --threads']='--threads needs a number'
        ['apply revert']="'apply' or 'revert', not both"
        ['revert --persist']='revert undoes all that apply did, and takes no options'
        ['status --dry-run']='status changes nothing; --dry-run goes with apply'
        ['--threads 5']='apply, status or revert? limits.sh --help tells'
    )
    for arguments in "${!wrong[@]}"; do
        # shellcheck disable=SC2086 # words
        run "$limits" $arguments
        [ "$status" -eq 2 ]
        [ "$output" = "limits.sh: ${wrong[$arguments]}" ]
    done
}

@test "--help is the head of the file" {
    run "$limits" --help
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = 'limits.sh - raise what Linux limits threads and connections by, and put it all back' ]
    [[ $output == *USAGE*EXIT*REQUIREMENTS*CAVEATS* ]]
}

@test "the files in ops/sysctl are valid: comments and keys, each key once" {
    run grep -hvE '^(#.*|-?[a-z0-9_.-]+ = [0-9 ]+)?$' "$root"/ops/sysctl/*.conf
    [ "$output" = '' ]
    run bash -c 'sed -n "s/ = .*//p" "$1"/ops/sysctl/*.conf | grep -v "^#" | sort | uniq -d' - "$root"
    [ "$output" = '' ]
}
