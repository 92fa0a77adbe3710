# shellcheck shell=bash disable=SC2034,SC2154 # used by and set by others
#
# A machine as limits.sh sees it, in a folder: /proc, /sys, /etc, /run and /var of a 6 GiB virtual machine. Nothing of
# the real one is changed, and no root is needed.

load helpers

setup() {
    open_folder
    # in memory, where there is such a folder: every change is synced, and a busy disk takes 10 ms for each
    memory=$(mktemp -d /dev/shm/threadwall-XXXXXX 2>/dev/null) || memory=$(mktemp -d "$BATS_TEST_TMPDIR/XXXXXX")
    chmod 777 "$memory"
    tree=$memory/tree calls=$memory/calls
    cp -r "$root/ops/limits.sh" "$root/ops/limits" "$root/ops/sysctl" "$BATS_TEST_TMPDIR"
    limits=$BATS_TEST_TMPDIR/limits.sh
    export LIMITS_ROOT=$tree
    plain_machine
}

teardown() { rm -rf "$memory"; }

put() { # PATH TEXT
    mkdir -p "$tree${1%/*}"
    printf '%s\n' "$2" >"$tree$1"
}

at() { cat "$tree$1"; } # PATH

apply() { run --separate-stderr "$limits" apply "$@"; }
revert() { run --separate-stderr "$limits" revert; }

plain_machine() {
    mkdir -p "$tree"/{etc/sysctl.d,etc/security/limits.d,run,var/lib}
    put /proc/sys/kernel/threads-max 47000
    put /proc/sys/kernel/pid_max 32768
    put /proc/sys/kernel/random/boot_id first
    put /proc/sys/vm/max_map_count 65530
    put /proc/sys/fs/file-max 600000
    put /proc/sys/fs/file-nr $'1200\t0\t600000'
    put /proc/sys/fs/nr_open 1048576
    put /proc/sys/net/ipv4/ip_local_port_range $'32768\t60999'
    put /proc/sys/net/ipv4/ip_local_reserved_ports ''
    put /proc/sys/net/core/somaxconn 4096
    put /proc/sys/net/ipv4/tcp_max_syn_backlog 512
    put /proc/sys/net/ipv4/tcp_max_tw_buckets 32768
    put /proc/sys/net/ipv4/tcp_mem $'70000\t94000\t141000'
    put /sys/kernel/mm/transparent_hugepage/enabled 'always [madvise] never'
    put /proc/loadavg '0.10 0.20 0.30 2/300 6789'
    put /proc/self/cgroup '0::/'
    put /proc/self/mountinfo '30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate'
    put /proc/self/limits $'Max processes     23500     23500     processes
Max open files    1024      524288    files
Max pending signals   23500   23500   signals'
    cp "$tree/proc/self/limits" "$BATS_TEST_TMPDIR/limits-of-1" && mkdir -p "$tree/proc/1"
    mv "$BATS_TEST_TMPDIR/limits-of-1" "$tree/proc/1/limits"
    # listening on 22, 5432 and 9000 (0x16, 0x1538, 0x2328); a connection to 40000
    put /proc/net/tcp '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid
   0: 00000000:0016 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0
   1: 0100007F:1538 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0
   2: 0100007F:9C40 0100007F:1538 01 00000000:00000000 00:00000000 00000000     0'
    put /proc/net/tcp6 '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid
   0: 00000000000000000000000000000000:2328 00000000000000000000000000000000:0000 0A 0:0 00:0 0 0'
}

group=/sys/fs/cgroup/user.slice
slice=$group/user-1000.slice
journald=/sys/fs/cgroup/system.slice/systemd-journald.service

# cgroup v2 and systemd, which gives each user 33 % of threads-max whenever it is reloaded, or what a drop-in says, and
# each service 15 %: journald, started when there was less, gets more then. In a user's manager it has no say.
systemd_machine() {
    mkdir -p "$tree/run/systemd/system" "$tree/etc/systemd/system"
    put /proc/self/cgroup '0::/user.slice/user-1000.slice/session-3.scope'
    put $group/pids.max max
    put $slice/pids.max 15510
    put $slice/session-3.scope/pids.max max
    put $slice/user@1000.service/pids.max 7050
    put $slice/user@1000.service/app.slice/pids.max 3000
    put $journald/pids.max 4915
    put /sys/fs/cgroup/system.slice/ssh.service/pids.max 7050
    mkdir -p "$tree/bin"
    script "$tree/bin/systemctl" <<'END'
cd "${0%/*}/.." || exit
shopt -s nullglob
echo "systemctl $*" >>../calls
read -r threads <proc/sys/kernel/threads-max
tasks=$((threads * 33 / 100))
for folder in run etc; do
    file=$folder/systemd/system/user-.slice.d/90-threadwall.conf
    [[ ! -f $file ]] || tasks=$(sed -n 's/^TasksMax=//p' "$file" | sed s/infinity/max/)
done
for file in sys/fs/cgroup/user.slice/user-*.slice/pids.max; do echo "$tasks" >"$file"; done
for file in sys/fs/cgroup/system.slice/*.service/pids.max; do
    [[ ! -e ${file%/*}/own-number ]] || continue
    echo $((threads * 15 / 100)) >"$file"
done
END
}

# Everything there is: kinds, modes, owners, names, contents, targets.
snapshot() {
    (cd "$tree" && find . -printf '%y %m %U:%G %p %l\n' | sort && find . -type f -exec sha256sum {} + | sort)
}

# The tree is as it was; the difference is shown where it is not.
same_as() { diff <(printf '%s\n' "$1") <(snapshot); } # SNAPSHOT
