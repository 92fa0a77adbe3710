#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # dollars for another shell; what bats and guest.bash set
#
# doctor of a process that runs names its limit and how many more it can have, and the process gets as many: within 1 %
# or three. Here is what a container has not: a lowered max_map_count, a service of systemd, another PID namespace.
# reboot first
# limit: 1200

load guest

setup() {
    old='' unit=growing-$BATS_TEST_NUMBER
    export "${one_compiler?}" # for doctor
    mkfifo "$BATS_TEST_TMPDIR/go"
    out=$BATS_TEST_TMPDIR/out
    grow='exec /opt/jdk/bin/java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -Xmx64m'
    grow+=" $root/cli/src/test/java/threadwall/cli/e2e/GrowingProcess.java threads <>$BATS_TEST_TMPDIR/go >$out 2>&1"
}

teardown() {
    [ -z "$old" ] || sudo sysctl -qw "vm.max_map_count=$old"
    ! sudo systemctl is-active -q "$unit" || sudo systemctl stop "$unit"
}

# Runs it as a service of this user.
start() { # PROPERTY... -- COMMAND...
    sudo systemd-run -q --unit "$unit" --uid "$(id -u)" -p Type=exec -p LimitCORE=0 "$@"
    await 120 grep -qsx READY "$out"
}

# How many threads it gets until one is refused. A JVM that is refused a map may abort: its last line is the last thread.
got() {
    echo >"$BATS_TEST_TMPDIR/go"
    await 300 eval '! systemctl is-active -q "$unit"'
    grep -E '^[0-9]+$' "$out" | tail -n 1
}

meets() { # LIMIT WHO...: of doctor
    local told=$BATS_TEST_TMPDIR/doctor.json first most got
    "${@:2}" --threads 1 --json "$told"
    first=$(jq -r '.diagnoses[0].walls[0].limit' "$told")
    most=$(jq -r '.diagnoses[0].most' "$told")
    got=$(got)
    evidence "doctor: $first allows $most more; the process got $got"
    [ "$first" = "$1" ]
    local off=$((got > most ? got - most : most - got))
    ((off <= 3 || 100 * off <= most))
}

@test "a service with TasksMax, by the name of its unit" {
    start -p TasksMax=300 -- bash -c "$grow"
    meets "pids.max of /sys/fs/cgroup/system.slice/$unit.service" "$root/threadwall" doctor --unit "$unit"
}

@test "the command for a service with TasksMax is for its unit" {
    start -p TasksMax=300 -- bash -c "$grow"
    run "$root/threadwall" doctor --unit "$unit" --threads 1k
    evidence "exit $status; $(grep -m 1 'systemctl set-property' <<<"$output" || head -n 3 <<<"$output")"
    [ "$status" -eq 4 ]
    [[ $output == *"systemctl set-property --runtime $unit.service TasksMax="* ]]
}

@test "a lowered max_map_count" {
    start -- bash -c "$grow"
    old=$(sysctl -n vm.max_map_count)
    sudo sysctl -qw vm.max_map_count=3000
    meets vm.max_map_count "$root/threadwall" doctor --unit "$unit"
}

@test "a process in a PID namespace of its own" {
    sudo systemd-run -q --unit "$unit" -p Type=exec -p TasksMax=300 -- unshare --pid --fork --mount-proc bash -c "$grow"
    await 120 grep -qsx READY "$out"
    local pid
    pid=$(pgrep -f 'GrowingProcess.java threads' | tail -n 1)
    meets "pids.max of /sys/fs/cgroup/system.slice/$unit.service" sudo env JAVA_HOME=/opt/jdk "$root/threadwall" doctor --pid "$pid"
}
