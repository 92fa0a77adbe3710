#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # dollars for another shell; what bats and guest.bash set
#
# Each limit made the lowest one in its turn, for an ordinary user: doctor predicts it, the probe hits it and names it,
# at a count within 1 % of the prediction.
# reboot first
# limit: 1500

load guest

slice=/sys/fs/cgroup/user.slice/user-1000.slice

# Whatever a test made low is low until its end.
setup() { old=''; }

teardown() {
    [ -z "$old" ] || sudo sysctl -qw "$key=$old"
    sudo systemctl revert user-1000.slice
}

lower() { # KEY VALUE
    key=$1 old=$(sysctl -n "$1")
    sudo sysctl -qw "$1=$2"
}

# The doctor's words, then the probe's, both as JSON; the probe's exit code says whether they agree.
meets() { # threads|connections LIMIT [COMMAND that sets a limit of this process and its children]
    local out=$BATS_TEST_TMPDIR status=0 first most measured predicted
    local doctor=(bash -c "${3:-:}"' && exec "$@"' - "$root/threadwall" doctor)
    "${doctor[@]}" "--$1" 1M --json "$out/doctor.json" || status=$?
    [ "$status" -eq 4 ]
    status=0
    "${doctor[@]}" --probe "$1" --time-limit 300 --out "$out/run" --json "$out/probe.json" || status=$?
    first=$(jq -r '.diagnoses[0].walls | map(select(.effect == "REFUSES" or .effect == "KILLS"))[0].limit' \
        "$out/doctor.json")
    most=$(jq -r '.diagnoses[0].most' "$out/doctor.json")
    read -r measured predicted < <(jq -r '"\(.measured) \(.predicted)"' "$out/probe.json")
    evidence "doctor: $first allows $most" "$(jq -r \
        '"probe: \(.measured) of \(.predicted) predicted; \(.limit); \(.failure); \(.outcome); \(.seconds | floor) s",
        "  " + .because[]' "$out/probe.json")"
    [ "$first" = "$2" ]
    [ "$(jq -r .limit "$out/probe.json")" = "$2" ]
    ((100 * (measured - predicted) <= predicted && 100 * (predicted - measured) <= predicted))
    [ "$status" -eq 0 ]
}

@test "threads: kernel.threads-max" {
    lower kernel.threads-max 3000
    meets threads kernel.threads-max
}

@test "threads: kernel.pid_max" {
    lower kernel.pid_max 3000
    meets threads kernel.pid_max
}

@test "threads: vm.max_map_count" {
    lower vm.max_map_count 9000
    meets threads vm.max_map_count
}

@test "threads: RLIMIT_NPROC" {
    meets threads RLIMIT_NPROC 'ulimit -u 2500'
}

@test "threads: pids.max of the user's slice" {
    sudo systemctl set-property --runtime user-1000.slice TasksMax=2500
    meets threads "pids.max of $slice"
}

@test "connections: fs.file-max" {
    lower fs.file-max 8000
    meets connections fs.file-max
}

@test "connections: RLIMIT_NOFILE" {
    meets connections RLIMIT_NOFILE 'ulimit -n 3000'
}

@test "connections: net.ipv4.ip_local_port_range" {
    lower net.ipv4.ip_local_port_range '40000 43999'
    meets connections net.ipv4.ip_local_port_range
}
