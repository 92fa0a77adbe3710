#!/usr/bin/env bats
# shellcheck disable=SC2154 # what bats and guest.bash set
#
# 20,000 threads of one JVM, for an ordinary user: not before apply, and after it.
# reboot first
# limit: 1200

load guest

slice=/sys/fs/cgroup/user.slice/user-1000.slice

threads() { # COUNT: says how many it could start
    timeout 500 "$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xss256k -Xlog:disable -cp "$state" Threads "$1"
}

# Threads refused by a pids.max, by every cgroup from this session up. Before Linux 6.11 the session's own counter
# moves, whichever cgroup above it is full.
refusals() {
    local folder
    folder=/sys/fs/cgroup$(cut -d : -f 3 /proc/self/cgroup)
    while [[ -e $folder/pids.events ]]; do
        printf '%s: %s\n' "${folder##*/}" "$(<"$folder/pids.events")"
        folder=${folder%/*}
    done
}

setup_file() {
    "$JAVA_HOME/bin/javac" -d "$HOME/state" "$BATS_TEST_DIRNAME/Threads.java"
}

@test "before apply they end at pids.max of user-1000.slice, and the pids controller has counted it" {
    local before most used
    before=$(refusals) most=$(tee "$state/most" <"$slice/pids.max") used=$(<"$slice/pids.current")
    run threads 20000
    evidence "pids.max of user-1000.slice $most, $used in use before; the JVM: $output"
    evidence 'pids.events before and after' "$(diff <(echo "$before") <(refusals))"
    [ "$status" -eq 1 ]
    [[ ${lines[-1]} =~ ^([0-9]+)\ threads,\ then\ .*unable\ to\ create\ native\ thread ]]
    [ "$(refusals)" != "$before" ]
    ((BASH_REMATCH[1] < most && BASH_REMATCH[1] > most - used - 40))
}

@test "before apply doctor predicts it, and its probe names it" {
    run "$root/threadwall" doctor --threads 20000 --json "$BATS_TEST_TMPDIR/doctor.json"
    [ "$status" -eq 4 ]
    run jq -r '.diagnoses[0] | "\(.walls[0].limit) allows \(.most)"' "$BATS_TEST_TMPDIR/doctor.json"
    evidence "doctor: $output"
    [[ $output == "pids.max of $slice allows "* ]]
    run --separate-stderr "$root/threadwall" doctor --probe threads --time-limit 600 --out "$BATS_TEST_TMPDIR/run" --json -
    evidence "$(jq -r '"probe: \(.measured) of \(.predicted) predicted; \(.failure); \(.outcome)", "  " + .because[]' \
        <<<"$output")"
    [ "$status" -eq 0 ]
    [ "$(jq -r .limit <<<"$output")" = "pids.max of $slice" ]
}

@test "apply --threads 20000 shows what it raises" {
    run "${limits[@]}" apply --threads 20000
    evidence "${lines[@]}"
    [ "$status" -eq 0 ]
    [ "$(<"$slice/pids.max")" -ge 20000 ]
}

@test "after apply doctor has no objection" {
    run "$root/threadwall" doctor --threads 20000
    echo "$output"
    [ "$status" -eq 0 ]
}

@test "after apply the same user in the same session has 20,000" {
    run threads 20000
    evidence "the JVM: $output"
    [ "$status" -eq 0 ]
    [ "${lines[-1]}" = '20000 threads' ]
}

@test "revert brings the old limit back" {
    run "${limits[@]}" revert
    evidence "${lines[@]}"
    [ "$status" -eq 0 ]
    [ "$(<"$slice/pids.max")" = "$(<"$state/most")" ]
}
