#!/usr/bin/env bats
# shellcheck disable=SC2154 # what bats and guest.bash set
#
# A closed loop over links with delay and loss: how its rate changes, and the threads of a server with a thread for each request.
# It publishes the record of each run.
# reboot first
# limit: 7200

load guest

lab=(sudo "$root/ops/net/lab.sh")
config=/run/threadwall/lab/ssh_config
host=198.18.1.1
sleep=100 # of a request, in ms
servers=spring-blocking,kilim

teardown() { "${lab[@]}" down; }

# One step for each server, from one host.
sweep() { # NAME CONNECTIONS ARGUMENT...
    local status=0
    sudo THREADWALL_SSH_CONFIG="$config" JAVA_HOME="$JAVA_HOME" "$one_compiler" "$root/ops/ulim.sh" -q "$root/threadwall" sweep \
        --servers "$servers" --clients lab1 --connections "$2" --out "$HOME/link/$1" "${@:3}" || status=$?
    publish "$HOME/link/$1"
    evidence "$1: $(jq -r 'select(.kind == "step") | "\(.asked.server) \(.outcome) \(.reason // "")"' \
        "$HOME/link/$1/run.jsonl" | paste -sd ' ')"
    return "$status"
}

# While more than half of the connections are open: how many of Tomcat's threads have a request. It takes CPU time, so the
# rates of such a run are compared with nothing.
busy_threads() { # CONNECTIONS NAME
    local pid stacks
    while sleep 3; do
        pid=$(pgrep -f '^([^ ]*/)?java .*server-spring[.]jar') || continue
        (($(ss -Htn state established "sport = :8080 and dst = $host" | wc -l) > $1 / 2)) || continue
        stacks=$(sudo "$JAVA_HOME/bin/jstack" "$pid") || continue
        evidence "threads of spring-blocking in the handler: $(grep -c 'ThreadController[.]json2' <<<"$stacks" |
            tee -a "$BATS_TEST_TMPDIR/$2")"
    done
}

# Of the busiest look.
busiest() { sort -n "$BATS_TEST_TMPDIR/$1" | tail -n 1; } # NAME

count_threads() { # NAME CONNECTIONS ARGUMENT...
    local status=0 sampler servers=spring-blocking
    busy_threads "$2" "$1" &
    sampler=$!
    sweep "$@" || status=$?
    kill "$sampler"
    wait "$sampler" || true
    ((status == 0)) && [[ -s $BATS_TEST_TMPDIR/$1 ]] # the load was long enough to look at
}

# Requests a second of a server in a run.
rate() { # NAME SERVER
    jq -r "select(.kind == \"step\" and .asked.server == \"$2\") | .load.requestsPerSecond" "$HOME/link/$1/run.jsonl"
}

# With N connections, a closed loop gets N / (delay + sleep) at most, whatever the server.
slower_by_the_delay() { # NAME MILLISECONDS
    local server with without
    for server in kilim spring-blocking; do
        with=$(rate "$1" "$server") without=$(rate delay-0 "$server")
        evidence "$server: $with requests/s with $2 ms, $without without, ratio expected $sleep/($sleep + $2)"
        awk -v with="$with" -v without="$without" -v sleep="$sleep" -v delay="$2" 'BEGIN {
            off = with / without / (sleep / (sleep + delay))
            exit off < 0.85 || off > 1.15
        }'
    done
}

@test "no delay" {
    "${lab[@]}" up 1
    sweep delay-0 10 --keep-alive --route "/json2?time=$sleep" --requests 40x
    sweep delay-0-close 10 --route "/json2?time=$sleep" --requests 20x
}

@test "10 ms" {
    "${lab[@]}" up 1 --delay 10ms
    sweep delay-10 10 --keep-alive --route "/json2?time=$sleep" --requests 40x
    slower_by_the_delay delay-10 10
}

@test "10 ms, and 0.5 % of the packets lost each way" {
    "${lab[@]}" up 1 --delay 10ms --loss 0.5%
    sweep delay-10-loss 10 --keep-alive --route "/json2?time=$sleep" --requests 40x
    [ "$(jq -s 'map(select(.kind == "step") | .kernel.retransmits) | min' "$HOME/link/delay-10-loss/run.jsonl")" -gt 0 ]
}

@test "50 ms" {
    "${lab[@]}" up 1 --delay 50ms
    sweep delay-50 10 --keep-alive --route "/json2?time=$sleep" --requests 40x
    slower_by_the_delay delay-50 50
    sweep delay-50-close 10 --route "/json2?time=$sleep" --requests 20x
}

@test "threads that have a request, with and without 50 ms" {
    local with without
    "${lab[@]}" up 1
    count_threads threads-0 50 --keep-alive --route "/json2?time=$sleep" --requests 100x
    without=$(busiest threads-0)
    "${lab[@]}" down
    "${lab[@]}" up 1 --delay 50ms
    count_threads threads-50 50 --keep-alive --route "/json2?time=$sleep" --requests 100x
    with=$(busiest threads-50)
    evidence "of 50 connections at most $without had a thread without a delay, and $with with 50 ms"
    # no thread is held while bytes travel, so there are never as many as connections
    ((with < 50))
}

@test "50 ms and 1,000 connections" {
    local server
    "${lab[@]}" up 1 --delay 50ms
    sweep delay-50-many 1000 --keep-alive --route '/json2?time=5000' --requests 3x
    for server in kilim spring-blocking; do
        awk -v rate="$(rate delay-50-many "$server")" 'BEGIN { exit rate <= 0 || rate > 1000 / 5.05 }'
    done
}
