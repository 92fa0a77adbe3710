#!/usr/bin/env bats
# shellcheck disable=SC2154 # what bats and guest.bash set
#
# One server process, a million connections open at once, in a larger machine. It runs only when it is named.
# memory: 16G
# limit: 18000

load guest

connections=1000000

setup() {
    raise_limits --connections "$connections"
    sudo chmod a+r /proc/slabinfo # so that the tool, which is not root, reads the kernel's objects
}

teardown() { restore_limits; }

# A value of the line about the server.
idle() { jq -r "select(.kind == \"idle\") | $1" "$out/run.jsonl"; } # FILTER

# At a moment of it.
reading() { idle "first(.readings[] | select(.moment == \"$1\")) | $2"; } # MOMENT FILTER

answered() { idle "first(.answers[] | select(.asked == \"$1\")) | .answered"; } # WHICH

holds() { # SERVER CONNECTIONS
    measure "$1" bench idle --servers "$1" --collector serial --connections "$2" --ping
    evidence "established at once, both ends, by ss -s: $(most_established)"
    [ "$status" -eq 0 ]
    [ "$(idle '.serverProcesses, .clientProcesses' | xargs)" = '1 1' ]
    [ "$(reading HELD .connections)" -eq "$2" ]
    [ "$(reading REOPENED .connections)" -eq "$2" ]
    [ "$(answered OPENED)" -eq "$2" ]
    [ "$(answered ALL)" -eq "$2" ]
    [ "$(reading CLOSED .descriptors)" -le "$(reading OWN .descriptors)" ]
    # besides them the one by which the tool controls the client, and perhaps those of a load with 500
    (($(most_established) >= 2 * $2 + 2 && $(most_established) <= 2 * $2 + 1002))
}

@test "one kilim process holds a million connections, answers each twice, and gives all of them back" {
    holds kilim "$connections"
}

@test "c-epoll does the same" {
    holds c-epoll "$connections"
}

# With twice as many, RSS came near the heap of 4 GiB that this server gets, and two of the last answers took over 30 s.
@test "virtual-threads does the same with a quarter of a million" {
    holds virtual-threads $((connections / 4))
}
