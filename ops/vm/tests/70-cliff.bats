#!/usr/bin/env bats
# shellcheck disable=SC2034,SC2154 # read by name; what bats and guest.bash set
#
# The cache cliff's PostgreSQL in a cgroup of version 2: it is bounded there and alone, what does not fit is read from the
# disk, and the cgroup goes with the sweep, however that ends. For root, and for a user to whom systemd has given one.
# limit: 2400

load guest

memory=$((64 << 20))
# bats' own folder is the user's alone, and root's PostgreSQL has given up the right to go through it
data=/srv/threadwall
# emulated, the second compiler takes longer than it saves
export JDK_JAVA_OPTIONS=-XX:TieredStopAtLevel=1
as_root=(sudo --preserve-env=JAVA_HOME --preserve-env=JDK_JAVA_OPTIONS)
as_user=(systemd-run --quiet --user --scope --property=Delegate=yes)
as_root_with_io=("${as_root[@]}" systemd-run --quiet --scope --property=Delegate=yes)

setup() { out=$BATS_TEST_TMPDIR; }

teardown() {
    [ ! -e "$out/err" ] || cat "$out/err"
    none_there || sudo kill -KILL "$(keeper)"
    sudo rm -rf "$out/run" # root's, which bats may not remove
}

# In the background, where a shell without job control would have it ignore Ctrl-C.
start_sweep() { # as_user|as_root|as_root_with_io OPTION...
    local -n start=$1
    "${start[@]}" env --default-signal=INT "$root/threadwall" sweep --route /db2 --servers kilim --connections 8 \
        --requests 1k --keep-alive --db-connections 2 --database-memory 64M --out "$out/run" "${@:2}" \
        >"$out/table" 2>"$out/err" 3>&- &
    sweep=$!
}

groups_there() { find /sys/fs/cgroup -type d -name 'threadwall-*'; }

none_there() { [ -z "$(groups_there)" ]; }

# Who has made it is in its name.
keeper() { groups_there | sed 's/.*threadwall-//'; }

# All of PostgreSQL is in there, and nobody else.
is_full() {
    local folder
    folder=$(groups_there)
    [ -n "$folder" ] && [ -n "$(pgrep -x postgres)" ] &&
        diff -q <(sort "$folder/cgroup.procs") <(pgrep -x postgres | sort)
}

has_ended() { [ ! -e "/proc/$sweep" ]; }

# Once the rows are loaded.
is_bounded() { is_full && [ "$(<"$(groups_there)/memory.max")" != max ]; }

is_bounded_or_ended() { is_bounded || has_ended; }

# Sets group.
await_bounded() {
    await 600 is_bounded_or_ended
    is_bounded
    group=$(groups_there)
    evidence "$group: $(wc -l <"$group/cgroup.procs") processes, memory.max $(<"$group/memory.max");" \
        "  ${group%/*} gives those below it $(<"${group%/*}/cgroup.subtree_control")"
    [ "$(<"$group/memory.max")" = "$memory" ]
}

has_begun() { grep -q '^\[1/' "$out/err"; }

@test "a user to whom systemd has given no cgroup: the message says how to get one" {
    run "$root/threadwall" sweep --route /db2 --servers kilim --data-size 50%
    [ "$status" -eq 4 ]
    [ "${lines[-1]}" = "threadwall: cannot create a cgroup in /sys/fs/cgroup/user.slice/user-1000.slice: permission \
denied; run this as root, or with a cgroup of your own (systemd-run --user --scope -p Delegate=yes)" ]
}

@test "root, for whom systemd has made no cgroup that can limit reads: the message says how to get one" {
    run "${as_root[@]}" "$root/threadwall" sweep --route /db2 --servers kilim --data-size 50% --disk-reads 200
    [ "$status" -eq 4 ]
    [[ ${lines[-1]} == "threadwall: no cgroup here may limit io: "*" systemd-run --scope -p Delegate=yes; "* ]]
}

@test "the user has one by that: PostgreSQL is bounded, and after kill -9 of the sweep it is gone" {
    start_sweep as_user --data-size 30%
    await_bounded
    [[ $group == /sys/fs/cgroup/user.slice/user-1000.slice/user@1000.service/* ]]
    await 300 has_begun
    kill -KILL "$(keeper)"
    await 60 none_there
}

@test "root's sweep: what does not fit is read from the disk, and what fits is not" {
    local status=0
    start_sweep as_root --data-size 50%,150% --data "$data"
    await_bounded
    wait "$sweep" || status=$?
    [ "$status" -eq 0 ]
    none_there
    evidence "$(jq -r 'select(.kind == "step") | .asked.dataSize.percent as $percent | .database.cache
        | "\($percent) %: \(.)"' "$out/run/run.jsonl")"
    jq -se 'map(select(.kind == "step")) | map(.database.cache) as [$fits, $exceeds]
        | all(.[]; .outcome == "OK" and .database.cache.coldRequestsPerSecond > 0)
        and $exceeds.diskBytes > 500 * 8192 and $exceeds.diskBytes > 3 * $fits.diskBytes
        and $exceeds.diskReads > 500 and $exceeds.refaults > 0' "$out/run/run.jsonl"
}

@test "root's sweep on a slow disk: the reads are bounded as well, and after Ctrl-C it is gone" {
    local status=0
    start_sweep as_root_with_io --data-size 30% --disk-reads 200 --data "$data"
    await_bounded
    await 300 has_begun
    evidence "io.max $(<"$group/io.max")"
    [[ $(<"$group/io.max") == *' riops=200 '* ]]
    sudo kill -INT "$(keeper)"
    wait "$sweep" || status=$?
    [ "$status" -eq 130 ]
    none_there
}
