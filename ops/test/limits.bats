#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # dollars for another shell; what bats and tree.bash set
#
# limits.sh apply on machines made of files: what it raises, how far, and that it all goes back.

load tree

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
    [ "${lines[-1]}" = '9 restored' ]
    same_as "$before"
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

@test "the drop-in for all users lowers nobody's number" {
    systemd_machine
    put "$group/user-1001.slice/pids.max" 90000
    apply --threads 50000
    [ "$(at "$slice/pids.max")" = 90000 ] # by the reload
    [ "$(at "$group/user-1001.slice/pids.max")" = 90000 ]
    revert
    put "$group/user-1001.slice/pids.max" max
    apply --threads 50000
    grep -qx TasksMax=infinity "$tree/run/systemd/system/user-.slice.d/90-threadwall.conf"
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

@test "a file of sysctl.d that comes after ours and is lower is named" {
    echo 'kernel/pid_max=30000' >"$tree/etc/sysctl.d/99-mine.conf"
    echo 'kernel.threads-max = 30000' >"$tree/etc/sysctl.d/10-theirs.conf"
    echo 'vm.max_map_count = 9000000' >"$tree/etc/sysctl.d/99-more.conf"
    apply --persist
    [ "$status" -eq 0 ]
    line='limits.sh: at the next boot /etc/sysctl.d/99-mine.conf sets kernel.pid_max = 30000, after the file of limits.sh'
    [ "$stderr" = "$line" ]
}

@test "--persist does not lower what a file before ours sets at the next start" {
    put /proc/sys/kernel/pid_max 32768
    mkdir -p "$tree/usr/lib/sysctl.d"
    echo 'kernel.pid_max = 4194304' >"$tree/usr/lib/sysctl.d/50-pid-max.conf"
    echo 'vm.max_map_count = 70000' >"$tree/etc/sysctl.d/10-low.conf"
    apply --persist
    [ "$status" -eq 0 ]
    [ "$(at /proc/sys/kernel/pid_max)" = 200000 ]
    grep -qx '# a file before this one sets kernel.pid_max = 4194304' "$tree/etc/sysctl.d/90-threadwall-threads.conf"
    run grep '^kernel.pid_max' "$tree/etc/sysctl.d/90-threadwall-threads.conf"
    [ "$status" -eq 1 ]
    grep -qx 'vm.max_map_count = 600000' "$tree/etc/sysctl.d/90-threadwall-threads.conf"
}

@test "--persist keeps what a file before ours has of a list, a range and a triple" {
    mkdir -p "$tree/usr/lib/sysctl.d"
    printf '%s\n' 'net.ipv4.ip_local_reserved_ports = 9000-9010' 'net.ipv4.ip_local_port_range = 500 65000' \
        'net.ipv4.tcp_mem = 1 2 9999999' 'kernel.pid_max = 4194304  ' >"$tree/usr/lib/sysctl.d/50-theirs.conf"
    apply --persist --connections 40000
    [ "$status" -eq 0 ]
    local ours=$tree/etc/sysctl.d/90-threadwall-connections.conf
    grep -q '^net.ipv4.ip_local_reserved_ports = .*9000-9010' "$ours"
    grep -qE '^net.ipv4.ip_local_port_range = 500 ' "$ours"
    grep -qE '^net.ipv4.tcp_mem = [0-9]+ [0-9]+ 9999999$' "$ours"
}

@test "a file before ours counts unless it is hidden or cannot be read" {
    put /proc/sys/kernel/pid_max 32768
    mkdir -p "$tree/usr/lib/sysctl.d"
    echo 'kernel.pid_max = 4194304' >"$tree/usr/lib/sysctl.d/50-pid-max.conf"
    ln -s /dev/null "$tree/etc/sysctl.d/50-pid-max.conf"
    apply --persist
    [ "$status" -eq 0 ]
    grep -qx 'kernel.pid_max = 200000' "$tree/etc/sysctl.d/90-threadwall-threads.conf"
}
