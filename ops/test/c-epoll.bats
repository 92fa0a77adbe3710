#!/usr/bin/env bats
# shellcheck disable=SC2154 # what helpers.bash sets
#
# peers/c: how the C server ends a connection.

load helpers

setup() {
    type -P python3 cc >/dev/null || skip 'needs python3 and cc'
    "$root/peers/c/build.sh"
    "$root/peers/c/target/epoll" --port 0 --workers 1 >"$BATS_TEST_TMPDIR/out" 3>&- &
    server=$!
    await grep -q READY "$BATS_TEST_TMPDIR/out"
    port=$(sed -n 's/.*"url":"[^"]*:\([0-9]*\)".*/\1/p' "$BATS_TEST_TMPDIR/out")
}

teardown() {
    kill "$server" 2>/dev/null || true
}

# Sends a request, reads what comes and prints how many segments that were, by TCP_INFO (linux/tcp.h, tcpi_segs_in).
client() { # HEADER-LINE BYTES-AFTER-THE-REQUEST
    python3 - "$port" "$1" "$2" <<'EOF'
import socket, struct, sys

client = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
fields = "Host: x\r\n" + "".join(field + "\r\n" for field in sys.argv[2:3] if field)
client.sendall(("GET /json HTTP/1.1\r\n" + fields + "\r\n" + sys.argv[3]).encode())
answer = b""
while not answer.endswith(b"}"):
    answer += client.recv(4096)
if "close" in sys.argv[2]:
    assert client.recv(1) == b""
print(struct.unpack_from("I", client.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256), 140)[0])
EOF
}

@test "the last answer of a connection leaves in one segment with the FIN" {
    kept=$(client '' '')
    run client 'Connection: close' ''
    [ "$status" -eq 0 ]
    [ "$output" = "$kept" ]
}

@test "an answer after which the client still sends leaves before the FIN" {
    kept=$(client '' '')
    run client 'Connection: close' 'more'
    [ "$status" -eq 0 ]
    [ "$output" -eq $((kept + 1)) ]
}
