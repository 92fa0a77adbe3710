#!/usr/bin/env bats
# shellcheck disable=SC2154 # what helpers.bash sets
#
# peers/c: how the C servers end a connection.

load helpers

setup() {
    type -P python3 cc >/dev/null || skip 'needs python3 and cc'
    "$root/peers/c/build.sh"
    server=
}

serve() { # PROGRAM
    [ "$1" != uring ] || [ "$(cat /proc/sys/kernel/io_uring_disabled 2>/dev/null || echo 0)" = 0 ] || skip 'no io_uring'
    "$root/peers/c/target/$1" --port 0 --workers 1 >"$BATS_TEST_TMPDIR/out" 3>&- &
    server=$!
    await grep -q READY "$BATS_TEST_TMPDIR/out"
    port=$(sed -n 's/.*"url":"[^"]*:\([0-9]*\)".*/\1/p' "$BATS_TEST_TMPDIR/out")
}

teardown() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
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

# Prints how many of its requests are answered to a client that sends megabytes ahead before it reads.
flood() {
    python3 - "$port" <<'EOF'
import socket, sys

request, answer = b"GET /json HTTP/1.1\r\nHost: x\r\n\r\n", b"Hello, World!"
client = socket.socket()
client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
client.connect(("127.0.0.1", int(sys.argv[1])))
client.settimeout(0.3)
sent = 0
try:
    while sent < 200000 * len(request):
        rest = (request * 1000)[sent % len(request):]
        sent += client.send(rest)
except TimeoutError:
    pass
client.settimeout(20)
client.shutdown(socket.SHUT_WR)
answers, end = 0, b""
while read := client.recv(1 << 16):
    end += read
    answers += end.count(answer)
    end = end[end.rfind(answer) + len(answer):] if answer in end else end
print(sent // len(request), answers)
EOF
}

# Prints the CPU time, in hundredths, that the server takes in a second while a client has asked for much, ended its side and
# reads nothing.
idle_cpu() {
    python3 - "$port" "$server" <<'EOF'
import socket, sys, time


def ticks():
    return sum(int(field) for field in open(f"/proc/{sys.argv[2]}/stat").read().rsplit(")", 1)[1].split()[11:13])


def unread():
    """Bytes that the server has not received from its socket."""
    ends = [f":{end[1]:04X}" for end in (client.getpeername(), client.getsockname())]
    for fields in map(str.split, open("/proc/net/tcp")):
        if fields[1].endswith(ends[0]) and fields[2].endswith(ends[1]):
            return int(fields[4].split(":")[1], 16)


client = socket.socket()
client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
client.connect(("127.0.0.1", int(sys.argv[1])))
client.settimeout(20)
while not unread():  # until its answers fill the buffers of both ends
    client.sendall(b"GET /json HTTP/1.1\r\nHost: x\r\n\r\n" * 500)
    time.sleep(0.05)
client.shutdown(socket.SHUT_WR)
time.sleep(0.5)
before = ticks()
time.sleep(1)
print(ticks() - before)
EOF
}

costs_nothing_while_a_half_closed_client_does_not_read() {
    run idle_cpu
    [ "$status" -eq 0 ]
    [ "$output" -lt 20 ]
}

loses_nothing_of_a_client_that_does_not_read() {
    run flood
    [ "$status" -eq 0 ]
    read -r asked answered <<<"$output"
    [ "$asked" -gt 10000 ]
    [ "$answered" -eq "$asked" ]
}

answers_in_one_segment_with_the_fin() {
    kept=$(client '' '')
    run client 'Connection: close' ''
    [ "$status" -eq 0 ]
    [ "$output" = "$kept" ]
}

answers_before_the_fin_where_more_comes() {
    kept=$(client '' '')
    run client 'Connection: close' 'more'
    [ "$status" -eq 0 ]
    [ "$output" -eq $((kept + 1)) ]
}

@test "c-epoll: the last answer of a connection leaves in one segment with the FIN" {
    serve epoll
    answers_in_one_segment_with_the_fin
}

@test "c-epoll: an answer after which the client still sends leaves before the FIN" {
    serve epoll
    answers_before_the_fin_where_more_comes
}

@test "c-epoll: a client that sends megabytes before it reads gets all answers" {
    serve epoll
    loses_nothing_of_a_client_that_does_not_read
}

@test "c-uring: a client that sends megabytes before it reads gets all answers" {
    serve uring
    loses_nothing_of_a_client_that_does_not_read
}

@test "c-uring: a client that has ended its side and does not read costs nothing" {
    serve uring
    costs_nothing_while_a_half_closed_client_does_not_read
}

@test "c-uring: the last answer of a connection leaves in one segment with the FIN" {
    serve uring
    answers_in_one_segment_with_the_fin
}

@test "c-uring: an answer after which the client still sends leaves before the FIN" {
    serve uring
    answers_before_the_fin_where_more_comes
}
