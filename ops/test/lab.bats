#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # for another shell; what bats sets
#
# lab.sh makes hosts and deletes them. Each test has namespaces for network, mounts and processes of its own, with an empty
# /run, and all that is in them ends with the test: the machine's own lab, if one is up, is not touched.

load helpers

lab=$root/ops/net/lab.sh
ssh_config=/run/threadwall/lab/ssh_config

setup() { open_folder; }

teardown() { [[ -z ${sandbox:-} ]] || kill -9 "$sandbox"; }

a_machine_of_its_own() {
    local parent tool
    ((EUID == 0)) || skip 'needs root'
    for tool in ip sshd ssh; do type -P "$tool" >/dev/null || skip "needs $tool"; done
    unshare --net --mount --pid --fork ip link add name a-veth type veth 2>/dev/null ||
        skip 'needs network namespaces with veth'
    # names of namespaces that the machine has would stay in the list of mounts
    unshare --net --mount --pid --fork --kill-child --mount-proc "$BASH" -c "
        umount --recursive --lazy /run/netns 2>/dev/null
        mount -t tmpfs run /run && mount -t sysfs sys /sys && ip link set lo up && echo >'$BATS_TEST_TMPDIR/ready' &&
        exec sleep infinity" 3>&- 2>/dev/null &
    parent=$!
    await test -s "$BATS_TEST_TMPDIR/ready"
    sandbox=$(pgrep -P "$parent")
    before=$(snapshot)
}

inside() { nsenter --target "$sandbox" --net --mount --pid "$@"; } # COMMAND...

lab() { run --separate-stderr inside "$lab" "$@"; }

in_lab() { inside ssh -F "$ssh_config" "$@"; } # HOST COMMAND...

snapshot() {
    inside "$BASH" -c '
        ip -brief link; ip -brief address; ip route; ip netns
        find /run ! -path "/run/mount*"; cut -d " " -f 2 /proc/self/mounts
        processes=$(ps -e -o stat=,comm=)
        sed "/^Z/d; s/^[^ ]* *//" <<<"$processes"'
}

nothing_left() { diff <(printf '%s\n' "$before") <(snapshot); }

fail_with() { # COMMAND LINE
    printf 'lab.sh %s: %s %s\n' "$1" "$status" "$output"
    return 1
}

no_netem() { ! unshare --net tc qdisc add dev lo root netem delay 1ms 2>/dev/null; }

@test "a command line that is wrong is one line and 2" {
    local words message
    while IFS='|' read -r words message; do
        # shellcheck disable=SC2086 # words
        run "$lab" $words
        [ "$status" -eq 2 ] || fail_with "$words"
        [ "$output" = "lab.sh: $message" ] || fail_with "$words"
    done <<'END'
|name a command: up, status or down; see lab.sh --help
up|up needs a number of hosts, such as: lab.sh up 3
up 0|up takes a number of hosts from 1 to 250, not '0'
up 251|up takes a number of hosts from 1 to 250, not '251'
up 2 3|up does not take '3'; see lab.sh --help
start 2|unknown command 'start'; lab.sh --help lists them
up 2 --hosts 3|unknown option '--hosts'; lab.sh --help lists them
up 2 --delay|--delay needs a value; lab.sh --help shows one
up 2 --delay 25|--delay takes a time in us, ms or s, such as 25ms, not '25'
up 2 --delay=11s|--delay takes at most 10s, not '11s'
up 2 --loss 100%|--loss takes a share below 100%, such as 0.1%, not '100%'
up 2 --rate 1Gbps|--rate takes bits a second in kbit, mbit or gbit, such as 1gbit, not '1Gbps'
up 2 --nofile 1024,,2k|--nofile takes a count from 10, or one for each host, such as 20k or 1024,20k, not '1024,,2k'
up 2 --nofile 20,30,40|--nofile has 3 values for 2 hosts; give one for each host at most
up 2 --without-netem|--without-netem needs --delay, --loss or --rate
down --without-netem|'down' takes no options: it covers everything that 'lab.sh up' created
down --rate 1gbit|'down' takes no options: it covers everything that 'lab.sh up' created
END
}

@test "up, status and down need root: one line and 4" {
    cp -r "$root/ops" "$BATS_TEST_TMPDIR"
    chmod -R a+rX "$BATS_TEST_TMPDIR/ops"
    run as_user "$BATS_TEST_TMPDIR/ops/net/lab.sh" up 2
    [ "$status" -eq 4 ]
    [ "$output" = "lab.sh: up needs root: sudo $BATS_TEST_TMPDIR/ops/net/lab.sh up 2" ]
}

@test "--dry-run shows what up would make; netem's limit comes from rate and delay" {
    run "$lab" up 2 --delay 25ms --loss 0.1% --rate 1gbit --nofile 1024,2k --dry-run
    [ "$status" -eq 0 ]
    [[ $output == *'
bridge twlab             198.18.0.1/16
namespace twlab1         lab1 with sshd on 198.18.1.1, nofile 1024, disk 64m
'*'
namespace twlab2         lab2 with sshd on 198.18.2.1, nofile 2000, disk 64m
'* ]]
    # twice 10^9 bits/s x 12.5 ms / 8 bits / 66 bytes
    [ "${lines[-1]}" = 'link twlab2              to lab2; both ends: netem limit 47349 delay 12500us loss random 0.1% rate 1gbit' ]
    # the kernel's own where that is larger
    run "$lab" up 1 --loss 1% --dry-run
    [ "${lines[-1]}" = 'link twlab1              to lab1; both ends: netem limit 1000 loss random 1%' ]
    run "$lab" up 1 --delay 25ms --loss 0.5% --without-netem --dry-run
    [ "${lines[-1]}" = 'link twlab1              to lab1; each way: link.c delay 12500us loss 0.5%' ]
}

@test "hosts have an sshd, limits, a disk and processes of their own; down leaves nothing" {
    a_machine_of_its_own
    lab up 2 --nofile 1024,2k
    [ "$status" -eq 0 ]
    [ "$stderr" = '' ]
    run in_lab lab1 'hostname; ulimit -Sn; ulimit -Hn; cat /proc/sys/net/ipv4/ip_local_port_range; ls -A ~ /tmp'
    [ "$output" = $'lab1\n1024\n1024\n1024\t65535\n/root:\n\n/tmp:' ]
    run in_lab 198.18.2.1 'hostname; ulimit -Sn; ulimit -Hn; (exec 3<>/dev/tcp/198.18.1.1/22 && head -c 4 <&3)'
    [ "$output" = $'lab2\n1024\n2000\nSSH-' ]

    run in_lab lab2 'head -c 80M /dev/zero >/tmp/full'
    [ "$status" -ne 0 ]
    [[ $output == *'No space left on device' ]]
    [ ! -e /tmp/full ]

    in_lab lab1 'sleep 99 <&- &>/dev/null & echo started'
    lab status
    [ "$status" -eq 0 ]
    [ "${lines[1]}" = 'lab1    198.18.1.1     UP        answers        1024 0 of 64M               2' ]
    [ "${lines[2]}" = 'lab2    198.18.2.1     UP        answers        2000 64M of 64M             1' ]

    lab up 1
    [ "$status" -eq 4 ]
    [ "$stderr" = "lab.sh: a lab already exists (running, or left by an interrupted 'lab.sh up'); see 'lab.sh status',\
 then delete it: sudo $lab down" ]
    lab down
    [ "$status" -eq 0 ]
    [ "${lines[-1]}" = '6 deleted' ]
    nothing_left
    lab down
    [ "$status" -eq 0 ]
    [ "$output" = 'nothing to delete' ]
    lab status
    [ "$output" = 'no lab is up' ]
}

@test "a host takes the lab's key only, and the key opens the lab's hosts only" {
    a_machine_of_its_own
    lab up 1
    [ "$status" -eq 0 ]
    inside ssh-keygen -q -t ed25519 -N '' -f /run/other
    inside sed "s|^IdentityFile.*|IdentityFile /run/other|" "$ssh_config" >"$BATS_TEST_TMPDIR/config"
    run inside ssh -F "$BATS_TEST_TMPDIR/config" lab1 true
    [ "$status" -eq 255 ]
    [[ $output == 'root@198.18.1.1: Permission denied (publickey).'* ]]
    # another sshd in the host's place
    inside "$BASH" -c 'read -r type key _ </run/other.pub; echo "198.18.1.1 $type $key" >/run/threadwall/lab/known_hosts'
    run in_lab lab1 true
    [ "$status" -eq 255 ]
    [[ ${lines[-1]} == 'Host key verification failed.'* ]]
    run inside find /run/threadwall/lab -type f -perm /077
    [ "$output" = '' ]
}

@test "what the machine has already is not taken: names, addresses" {
    a_machine_of_its_own
    inside ip link add name twlab1 type bridge
    lab up 1
    [ "$status" -eq 4 ]
    [ "$stderr" = 'lab.sh: twlab1 exists already and is not the lab'\''s: delete it (ip link del, ip netns del), then run up again' ]
    inside ip link del dev twlab1
    inside ip address add 198.18.7.7/32 dev lo
    lab up 1
    [ "$status" -eq 4 ]
    [[ $stderr == 'lab.sh: the lab needs 198.18.0.0/16, which is in use on this machine: '*198.18.7.7* ]]
    inside ip address del 198.18.7.7/32 dev lo
    nothing_left
}

@test "an up that fails deletes what it had made" {
    a_machine_of_its_own
    script "$BATS_TEST_TMPDIR/sshd" <<<'echo "no such option"; exit 255'
    inside mount --bind "$BATS_TEST_TMPDIR/sshd" "$(type -P sshd)"
    before=$(snapshot)
    lab up 2
    [ "$status" -eq 4 ]
    diff - <(printf "%s\n" "$stderr") <<<"lab.sh: the sshd of lab1 has ended: no such option
lab.sh: 'lab.sh up' failed; everything it had created was deleted"
    nothing_left
}

@test "without netem, --delay, --loss and --rate are refused and nothing is changed" {
    a_machine_of_its_own
    no_netem || skip 'this kernel has netem'
    lab up 1 --loss 1%
    [ "$status" -eq 4 ]
    [ "$output" = '' ]
    [[ $stderr == 'lab.sh: --delay, --loss and --rate need the kernel'\''s netem (module sch_netem), and it has none: '* ]]
    [[ $stderr == *'; up --without-netem makes them by a program' ]]
    nothing_left
}

@test "with netem, both ends of a link have half of the delay" {
    a_machine_of_its_own
    ! no_netem || skip 'this kernel has no netem'
    lab up 1 --delay 20ms
    [ "$status" -eq 0 ]
    [[ $(inside tc qdisc show dev twlab1) == *'limit 378788 delay 10ms'* ]]
    [[ $(inside tc -n twlab1 qdisc show dev eth0) == *'limit 378788 delay 10ms'* ]]
    lab down
    nothing_left
}

# Shortest of some TCP handshakes with the sshd of a host, in us.
handshake() {
    inside "$BASH" -c 'for _ in {1..5}; do
        from=${EPOCHREALTIME/.}; exec 3<>/dev/tcp/198.18.1.1/22; echo $((${EPOCHREALTIME/.} - from)); exec 3>&-
    done' | sort -n | head -n 1
}

# Packets that lab1 has sent and the machine has not got, once none is under way.
lost() {
    inside "$BASH" -c '
        read_both() {
            sent=$(ip netns exec twlab1 cat /sys/class/net/eth0/statistics/tx_packets)
            received=$(</sys/class/net/twlab1/statistics/rx_packets)
        }
        read_both
        until [[ "$sent $received" == "${last:-}" ]]; do
            last="$sent $received"
            sleep 1 # a busy machine may not run the link for a while
            read_both
        done
        echo "$((sent - received))"'
}

# Sends 1,000 packets from lab1 to the machine, and some more with them.
burst() {
    in_lab lab1 'for i in {1..1000}; do echo $i; done >/dev/udp/198.18.0.1/9' 2>"$BATS_TEST_TMPDIR/refused" || true
}

@test "without netem, a link has its delay and its loss, and carries a burst" {
    a_machine_of_its_own
    type -P cc >/dev/null || skip 'needs cc'
    local already of_burst
    lab up 1 --delay 30ms --without-netem
    [ "$status" -eq 0 ]
    [ "$stderr" = '' ]
    [ "$(handshake)" -ge 30000 ]
    [[ $(in_lab lab1 bash -s <"$root/loadgen/tsung/host.sh") == *'queue='*', link.c delay 15000us'* ]]
    lab status
    [ "${lines[1]}" = 'lab1    198.18.1.1     UP        answers       '"$(printf %5s "$(inside bash -c 'ulimit -Hn')")"' 0 of 64M               1' ]
    already=$(lost) # what the kernel sends by itself before both ends are up
    in_lab lab1 'head -c 1M /dev/zero' | cmp -n 1048576 - /dev/zero
    burst
    [ "$(lost)" -eq "$already" ]
    # what it drops is counted
    inside "$BASH" -s 198.18.1.1 <"$root/loadgen/tsung/queues.sh" >"$BATS_TEST_TMPDIR/before"
    inside pkill -STOP -x link
    inside "$BASH" -c 'for _ in {1..11000}; do echo; done >/dev/udp/198.18.1.1/9'
    inside pkill -CONT -x link
    inside "$BASH" -s 198.18.1.1 <"$root/loadgen/tsung/queues.sh" >"$BATS_TEST_TMPDIR/after"
    run awk -f "$root/loadgen/tsung/drops.awk" "$BATS_TEST_TMPDIR/before" "$BATS_TEST_TMPDIR/after"
    [[ $output == 'the queue of twlab1 (tap) dropped '* ]]
    lab down
    nothing_left

    lab up 1 --loss 5% --without-netem
    [ "$status" -eq 0 ]
    already=$(lost)
    burst
    of_burst=$(($(lost) - already))
    # of 1,000, 50 with a standard deviation of 7
    ((of_burst > 10 && of_burst < 100))
    lab down
    nothing_left
}

@test "up, killed at several points: down leaves nothing, and a second down finds nothing" {
    a_machine_of_its_own
    local k crashes=0
    for ((k = 1; k < 99; k += 4)); do
        run inside env LAB_CRASH=$k "$lab" up 1
        [ "$status" -ne 0 ] || break
        [ "$status" -eq 137 ]
        crashes=$((crashes + 1))
        lab down
        [ "$status" -eq 0 ]
        nothing_left
        lab down
        [ "$output" = 'nothing to delete' ]
    done
    [ "$crashes" -ge 4 ]
}

@test "up, killed while an sshd starts, and down, killed at several points: another down does the rest" {
    a_machine_of_its_own
    local k started=0
    # the last change of up is the start of sshd
    for ((k = 15; k < 30; k++)); do
        run inside env LAB_CRASH=$k "$lab" up 1
        [[ $output != *'host up'* ]] || break
        [ "$status" -eq 137 ]
        started=$k
        lab down
        nothing_left
    done
    [ "$started" -gt 15 ]
    lab down
    nothing_left
    for k in 1 3 6; do
        lab up 1
        [ "$status" -eq 0 ]
        run inside env LAB_CRASH=$k "$lab" down
        [ "$status" -eq 137 ]
        lab down
        [ "$status" -eq 0 ]
        nothing_left
    done
}
