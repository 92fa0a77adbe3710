#!/usr/bin/env bats
# shellcheck disable=SC2154 # what bats and guest.bash set
#
# One fiber server process, 40,000 connections open at once.
# reboot first
# limit: 1200

load guest

connections=40000 port=8080
addresses=(127.0.0.{2..5}) # 10,000 ports each: past half of the range to one of them connect() crawls

# By sock_diag, which takes seconds for so many here.
established() { ss -Htn state established "sport = :$port" | wc -l; }

# Sockets of the machine, of which each connection has two. Cheap, so it is what is waited for.
all_open() { (($(awk '$1 == "TCP:" { print $9 }' /proc/net/sockstat) >= 2 * connections)); }

descriptors() { find "/proc/$pid/fd" -type l | wc -l; }

all_accepted() { (($(descriptors) >= connections)); }

ready() { grep -q '^READY' "$BATS_TEST_TMPDIR/server"; }

setup() { "${limits[@]}" apply --connections "$connections"; }

teardown() {
    [ -z "${server:-}" ] || kill "$server" 2>/dev/null || true
    "${limits[@]}" revert
}

@test "one kilim process under ulim.sh holds 40,000 connections of ab, and none fails" {
    local each=$((connections / ${#addresses[@]})) address clients=() client pid from open
    "$root/ops/ulim.sh" "$root/threadwall" serve kilim --host 0.0.0.0 --port "$port" \
        >"$BATS_TEST_TMPDIR/server" 2>"$BATS_TEST_TMPDIR/server.err" 3>&- &
    server=$!
    await 120 ready
    pid=$(sed -n 's/.*"pid": *\([0-9]*\).*/\1/p' "$BATS_TEST_TMPDIR/server")
    from=$SECONDS
    for address in "${addresses[@]}"; do
        "$root/ops/ulim.sh" -q ab -q -r -l -s 900 -c "$each" -n "$each" "http://$address:$port/json2?time=150000" \
            >"$BATS_TEST_TMPDIR/$address" 2>&1 3>&- &
        clients+=($!)
    done
    # ab sends one request alone and waits for its answer before it opens the others
    await 600 all_open
    await 60 all_accepted
    open=$(established)
    evidence "$open established at the server's port $((SECONDS - from)) s after ab began; process $pid has" \
        "  $(descriptors) descriptors, $(grep -E 'Threads|VmRSS' "/proc/$pid/status" | xargs)"
    for client in "${clients[@]}"; do wait "$client"; done
    for address in "${addresses[@]}"; do
        run grep -E '^(Complete|Failed) requests' "$BATS_TEST_TMPDIR/$address"
        evidence "$address: $(xargs <<<"$output")"
        [ "$(awk '{ print $3 }' <<<"$output" | xargs)" = "$each 0" ]
    done
    [ "$open" -ge "$connections" ]
}
