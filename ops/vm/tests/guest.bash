# shellcheck shell=bash disable=SC2034 # the tests use them
# What the tests inside the machine share.

bats_require_minimum_version 1.5.0
root=$(cd "$BATS_TEST_DIRNAME/../../.." && pwd)
state=$HOME/state # over reboots
limits=(sudo "$root/ops/limits.sh")

# For JVMs that share the emulated processors with a load. The second compiler takes more time than it saves. With QEMU
# 7.2, JVMs crashed at the entry of methods now and then, most likely where its code replaced that of the first.
one_compiler=JDK_JAVA_OPTIONS=-XX:TieredStopAtLevel=1

# Lines of TAP beside the result: what was measured.
evidence() { printf '%s\n' "$@" | sed 's/^/# /' >&3; }

# Copies the record of a run out of the machine, to .threadwall/vm/records.
publish() { # FOLDER: of results
    tar -c -C "$(dirname "$1")" "$(basename "$1")/run.jsonl" >/dev/virtio-ports/threadwall.records
}

# A value of the first step of a sweep into $BATS_TEST_TMPDIR/run.
step() { # FILTER
    jq -r "select(.kind == \"step\") | $1" "$BATS_TEST_TMPDIR/run/run.jsonl" | head -n 1
}

# Counts established connections every 10 seconds, both ends of each (`ss -s`), in a process of its own. It says their
# number every minute, as the host gives up after 25 minutes without a line. End it by kill "$counter".
count_sockets() {
    local ends reading
    for ((reading = 1; ; reading++)); do
        sleep 10
        ends=$(ss -s | sed -n 's/^TCP:.*(estab \([0-9]*\),.*/\1/p')
        echo "$ends" >>"$BATS_TEST_TMPDIR/established"
        ((reading % 6 > 0)) || evidence "ends of established connections, by ss -s: $ends"
    done &
    counter=$!
}

# For benches of many threads or connections. It begins count_sockets, too; restore_limits in the teardown ends both.
raise_limits() { # OPTION...: of limits.sh apply
    "${limits[@]}" apply "$@"
    count_sockets
}

restore_limits() {
    kill "$counter" 2>/dev/null || true
    [ ! -s "$BATS_TEST_TMPDIR/err" ] || tail -n 3 "$BATS_TEST_TMPDIR/err"
    "${limits[@]}" revert
}

# Runs threadwall with the limits that ulim.sh raises, says its table and publishes its record. Sets status, lines and
# out, the folder of the record.
measure() { # NAME ARGUMENT...
    out=$BATS_TEST_TMPDIR/$1 status=0
    env "$one_compiler" "$root/ops/ulim.sh" "$root/threadwall" "${@:2}" --out "$out" >"$BATS_TEST_TMPDIR/table" \
        2>"$BATS_TEST_TMPDIR/err" 3>&- || status=$?
    mapfile -t lines <"$BATS_TEST_TMPDIR/table"
    evidence "${lines[@]}"
    [ ! -e "$out/run.jsonl" ] || publish "$out"
}

most_established() { sort -n "$BATS_TEST_TMPDIR/established" | tail -n 1; }

# Waits for a condition; its last status is ours.
await() { # SECONDS COMMAND...
    local end=$((SECONDS + $1))
    while ! "${@:2}"; do
        ((SECONDS < end)) || return
        sleep 1
    done
}

# Everything that apply could have changed and much that it must not, a line each: every sysctl, pids.max of every
# cgroup, every file below /etc, systemd's folders and /var/lib with owner, mode, time and checksum.
# Left out: what the kernel changes by itself, and what systemd keeps there about the time and chance.
snapshot() { # FILE
    sudo bash -s <<'END_OF_SCRIPT' | LC_ALL=C sort >"$1"
find /proc/sys -xdev -type f -readable \
    ! -path '/proc/sys/kernel/random/*' ! -path '/proc/sys/fs/*-nr' ! -path '/proc/sys/fs/*-state' \
    ! -path /proc/sys/kernel/ns_last_pid ! -path /proc/sys/kernel/pty/nr ! -path '/proc/sys/kernel/perf_*' \
    -exec grep -sH '' {} +
find /sys/fs/cgroup -name pids.max -exec grep -sH '' {} +
folders=(/etc /run/systemd/system /var/lib)
left=(! -path /var/lib/systemd/random-seed ! -path '/var/lib/systemd/timers*' ! -path /etc/.updated)
find "${folders[@]}" -type f "${left[@]}" -printf '%p %m %u:%g %s %t\n'
find "${folders[@]}" ! -type f "${left[@]}" -printf '%p %y %m %u:%g %l\n'
find "${folders[@]}" -type f "${left[@]}" -exec sha256sum {} +
END_OF_SCRIPT
}

# That the machine is as it was when the snapshot was taken; the lines that differ, where it is not.
same_as() { # FILE
    snapshot "$1.now"
    diff "$1" "$1.now"
}

counted() { # FILE: what a snapshot holds
    printf '%s sysctls, %s pids.max, %s files' "$(cut -d : -f 1 "$1" | grep ^/proc/sys/ | sort -u | wc -l)" \
        "$(grep -c ^/sys/fs/cgroup/ "$1")" "$(grep -cE '^[0-9a-f]{64} ' "$1")"
}

# The values that apply sets, a line each.
values() {
    (cd /proc/sys && grep -H '' kernel/threads-max kernel/pid_max vm/max_map_count fs/file-max fs/nr_open \
        net/ipv4/{ip_local_port_range,ip_local_reserved_ports,tcp_max_syn_backlog,tcp_max_tw_buckets} net/core/somaxconn)
    grep -H '' /sys/fs/cgroup/user.slice{,/user-1000.slice}/pids.max
}

session_limits() {
    printf 'nofile %s:%s nproc %s:%s sigpending %s:%s\n' "$(ulimit -Sn)" "$(ulimit -Hn)" "$(ulimit -Su)" \
        "$(ulimit -Hu)" "$(ulimit -Si)" "$(ulimit -Hi)"
}
