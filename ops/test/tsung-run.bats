#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # for another shell; what bats and helpers.bash set
#
# loadgen/tsung/run.sh with a Tsung and an ssh that are fakes: how a load ends, and the reason that it gives.

load helpers

setup() {
    bin=$BATS_TEST_TMPDIR/bin run=$BATS_TEST_TMPDIR/1.run hosts=$BATS_TEST_TMPDIR/hosts temporary=$BATS_TEST_TMPDIR/tmp
    mkdir -p "$bin" "$run" "$hosts" "$temporary"
    echo '<tsung/>' >"$run/scenario.xml"
    # the host's commands run here, by its shell
    script "$bin/ssh" <<'END'
while [[ $1 != -- ]]; do
    case $1 in
        ControlPath=*) path=${1#*=} ;;
        ControlMaster=yes) master=true ;;
        check) check=true ;;
    esac
    shift
done
shift
path=${path/\%C/$(cksum <<<"$1" | cut -d ' ' -f 1)} # a name that says nothing of the host, as that of ssh
echo "${path%/*}" >"$HOSTS/work"
if [[ -n ${master:-} ]]; then # the connection that all others share
    [[ -z ${UNREACHABLE:-} ]] || { echo "ssh: connect to host $1 port 22: No route to host" >&2; exit 255; }
    touch "$path"
    exec -a "link $path" sleep 100
fi
[[ -z ${check:-} ]] || exec test -e "$path"
[[ -e $path ]] || echo "no connection is shared" >>"$HOSTS/alone"
shift
[[ -z ${LINK_DOWN:-} || $3 != watch ]] || { sleep 1; exit 255; }
[[ -z ${NO_AGENT:-} || $3 != watch ]] || set -- "${@:1:5}" 0 # it waits no longer than this
exec bash -c "$*"
END
    script "$bin/epmd" <<<'exit 0'
    script "$bin/ss" <<<'[[ -z ${EPMD:-} ]] || echo "LISTEN 0 128 $EPMD:4369 0.0.0.0:*"'
    script "$bin/ip" <<<'echo "$4 via 10.0.0.1 dev eth9 src 10.0.0.2 uid 0"'
    script "$bin/tc" <<'END'
echo 'qdisc noqueue 0: root refcnt 2'
echo ' Sent 0 bytes 0 pkt (dropped 0, overlimits 0 requeues 0)'
END
    # what ends a run
    script "$bin/erl" <<'END'
echo "$*" >"$HOSTS/erl"
kill "$(<"$HOSTS/controller")"
END
    # an agent is any process with the cookie in its command line
    script "$bin/tsung" <<'END'
while (($#)); do
    case $1 in
        -i) id=$2 ;;
        -l) log=$2/20261125-0000 ;;
        -r) remote=$2 ;;
    esac
    shift
done
echo "$$" >"$HOSTS/controller"
echo "$id" >"$HOSTS/id"
"$remote" 198.18.1.1 bash -c "'ulimit -Sn; echo \$ERL_EPMD_ADDRESS'" >"$HOSTS/agent"
mkdir -p "$log"
bash -c 'sleep "$0"; exit' "${AGENT_SECONDS:-20}" -setcookie "tsung_${NO_AGENT:+other_}$id" -x &
agent=$!
[[ -z ${OTHER:-} ]] || bash -c 'sleep 20; exit' -setcookie "tsung_$id" -x &
trap 'kill "$agent"; exit' TERM
printf '1;a;b\n' >"$log/tsung-0.dump"
[[ -z ${CUT:-} ]] || printf '1;a;' >>"$log/tsung-0.dump"
if [[ -n ${FIRST:-} ]]; then
    wait "$agent"
    echo "No more active users" >"$log/tsung_0@198.18.1.1.log"
    for ((look = 0; look < 600; look++)); do # the load goes on until the host is told to keep its lines
        ls "$log/../.." >"$HOSTS/kept"
        ! grep -qx keep "$HOSTS/kept" || break
        sleep 0.1
    done
fi
sleep 1
printf 'stats: users_count %s\nstats: finish_users_count 5 %s\n' "${STARTED:-5 5}" "${FINISHED:-5}" >"$log/tsung.log"
[[ -z ${SAYS:-} ]] || echo "$SAYS" >"$log/tsung_controller@here.log"
while :; do sleep 0.1; done
END
    call=(env PATH="$bin:$PATH" HOSTS="$hosts" TMPDIR="$temporary" "$root/loadgen/tsung/run.sh" "$run" 198.18.0.1 lab1=198.18.1.1 5)
}

# What the watch of a host has printed.
logged() { (($(grep -c ^used "$BATS_TEST_TMPDIR/log") >= $1)); } # LINES

# No process of the run, and no file.
nothing_left() {
    local work
    work=$(<"$hosts/work")
    ! pgrep -f "$(<"$hosts/id")" && ! pgrep -f "link $work" && [[ ! -e $work ]]
}

@test "a load whose users have all finished is ended, and its lines are fetched" {
    run --separate-stderr "${call[@]}"
    [ "$stderr" = '' ]
    [ "$status" -eq 0 ]
    [ "$(cat "$run"/tsung-1-*.dump)" = '1;a;b' ]
    [ "$(tail -n 1 "$run/tsung.log")" = 'stats: finish_users_count 5 5' ]
    [[ $(<"$hosts/erl") == *"C = 'tsung_controller_"*"@198.18.0.1', [rpc:call("*"lists:seq(1, 1)]"* ]]
    [[ $(grep -m 1 ^used "$run/host-1.log") =~ ^used( [0-9.]+){3}\ [0-9]+\ [1-9][0-9]+\ 1$ ]]
    nothing_left
}

@test "an agent may open as many files as the host allows, however few its session may" {
    ulimit -Sn 300
    run --separate-stderr "${call[@]}"
    [ "$stderr" = '' ]
    [ "$(<"$hosts/agent")" = "$(ulimit -Hn)"$'\n198.18.1.1' ]
}

@test "a load that is ended or killed leaves nothing, here and on the hosts" {
    local signal
    for signal in TERM KILL; do
        rm -f "$hosts"/* "$run"/host-1.log
        FINISHED=2 "${call[@]}" 3>&- 2>/dev/null &
        await grep -qs ^used "$run/host-1.log"
        kill -"$signal" $!
        wait $! || true
        await nothing_left
    done
}

@test "a load that is killed while it begins leaves nothing" {
    local work
    "${call[@]}" 3>&- 2>/dev/null &
    await test -s "$hosts/work"
    kill -KILL $!
    wait $! || true
    work=$(<"$hosts/work")
    gone() { ! pgrep -f -- "$work" && [[ ! -e $work ]]; }
    await gone
}

@test "all that is run on a host shares one connection, and a host that ssh does not reach is named" {
    run --separate-stderr "${call[@]/lab1/me@lab1}"
    [ "$stderr" = '' ]
    [ "$status" -eq 0 ]
    [ ! -e "$hosts/alone" ]
    run --separate-stderr env UNREACHABLE=1 "${call[@]}"
    [ "$status" -eq 1 ]
    [ "$stderr" = 'ssh does not reach lab1: ssh: connect to host lab1 port 22: No route to host' ]
    nothing_left
}

@test "a load whose last users never started ends when the others have finished" {
    run --separate-stderr env STARTED='0 3' FINISHED=3 "${call[@]}"
    [ "$stderr" = '' ]
    [ "$status" -eq 0 ]
}

@test "an agent that ends before the load fails it with the name of its host" {
    run --separate-stderr env FINISHED=2 AGENT_SECONDS=5 "${call[@]}"
    [ "$status" -eq 1 ]
    [ "$stderr" = 'the agent of Tsung on lab1 ended before the load did' ]
}

@test "an agent that ends before it was seen has started, and that is known within seconds" {
    mkdir -p "$temporary/threadwall-tsung.y/log/20261127-0000"
    : >"$temporary/threadwall-tsung.y/log/20261127-0000/tsung-0.dump"
    : >"$BATS_TEST_TMPDIR/log"
    timeout 60 bash -s watch "$BASHPID-$RANDOM" "$temporary/threadwall-tsung.y" 1000 \
        <"$root/loadgen/tsung/agent.sh" >"$BATS_TEST_TMPDIR/log" &
    await grep -qx gone "$BATS_TEST_TMPDIR/log"
    rm -r "$temporary/threadwall-tsung.y"
    wait
    [ "$(grep -v waiting "$BATS_TEST_TMPDIR/log")" = $'started\ngone' ]
}

@test "an agent that ends before it was seen fails the load as any other that ends" {
    run --separate-stderr env FINISHED=2 AGENT_SECONDS=0 "${call[@]}"
    [ "$status" -eq 1 ]
    [ "$stderr" = 'the agent of Tsung on lab1 ended before the load did' ]
}

@test "one of several agents that ends before the load fails it, too" {
    echo '<client host="198.18.1.1" cpu="2" maxusers="9"/>' >"$run/scenario.xml"
    run --separate-stderr env FINISHED=2 AGENT_SECONDS=6 OTHER=1 "${call[@]}"
    [ "$status" -eq 1 ]
    [ "$stderr" = 'the agent of Tsung on lab1 ended before the load did' ]
    [[ $(grep ^used "$run/host-1.log" | tail -n 1) == *' 1' ]]
    nothing_left
}

@test "an agent that never starts fails the load with the name of its host" {
    run --separate-stderr env FINISHED=2 NO_AGENT=1 "${call[@]}"
    [ "$status" -eq 1 ]
    [ "$stderr" = "the agent of Tsung on lab1 did not start; see $run/controller.log" ]
}

@test "of several agents of a host, one that ends keeps its CPU time in the host's log" {
    local id=$BASHPID-$RANDOM others=()
    # one uses CPU time, ends after the first reading, and the other one stays
    timeout 30 bash -c 'while [[ ! -e $0 ]]; do :; done; exit' "$BATS_TEST_TMPDIR/first" -setcookie "tsung_$id" -x &
    others+=($!)
    timeout 30 bash -c 'while [[ ! -e $0 ]]; do sleep 0.1; done; exit' "$BATS_TEST_TMPDIR/second" -setcookie "tsung_$id" -x &
    others+=($!)
    : >"$BATS_TEST_TMPDIR/log"
    bash -s watch "$id" "$BATS_TEST_TMPDIR/none" 5 <"$root/loadgen/tsung/agent.sh" >"$BATS_TEST_TMPDIR/log" &
    others+=($!)
    await logged 2
    touch "$BATS_TEST_TMPDIR/first"
    wait "${others[0]}"
    await logged 4
    touch "$BATS_TEST_TMPDIR/second"
    await grep -qx gone "$BATS_TEST_TMPDIR/log"
    rmdir "$BATS_TEST_TMPDIR/none" # as run.sh does when it has fetched the lines
    wait "${others[@]:1}"
    [ "$(tail -n 1 "$BATS_TEST_TMPDIR/log")" = gone ]
    awk '$1 == "used" { if ($4 < last) exit 1; last = $4 } END { exit last == 0 }' "$BATS_TEST_TMPDIR/log"
}

@test "an agent that starts another process and ends is not gone" {
    local id=$BASHPID-$RANDOM
    : >"$BATS_TEST_TMPDIR/log"
    agent() { timeout 30 bash -c 'while [[ ! -e $0 ]]; do sleep 0.1; done; exit' "$1" -setcookie "tsung_$id" -x; }
    agent "$BATS_TEST_TMPDIR/first" &
    bash -s watch "$id" "$BATS_TEST_TMPDIR/none" 5 <"$root/loadgen/tsung/agent.sh" >"$BATS_TEST_TMPDIR/log" &
    await logged 1
    touch "$BATS_TEST_TMPDIR/first"
    sleep 1.2 # one look at least finds neither
    agent "$BATS_TEST_TMPDIR/second" &
    await logged 4
    touch "$BATS_TEST_TMPDIR/second"
    await grep -qx gone "$BATS_TEST_TMPDIR/log"
    rmdir "$BATS_TEST_TMPDIR/none"
    wait
    [ "$(grep -n gone "$BATS_TEST_TMPDIR/log")" = "$(wc -l <"$BATS_TEST_TMPDIR/log"):gone" ]
}

@test "a host whose users have all finished may wait for the others, and it keeps its lines" {
    run --separate-stderr env FIRST=1 AGENT_SECONDS=5 "${call[@]}"
    [ "$stderr" = '' ]
    [ "$status" -eq 0 ]
    grep -qx keep "$hosts/kept"
    [ "$(cat "$run"/tsung-1-*.dump)" = '1;a;b' ]
}

@test "a link that is lost fails the load with the name of its host" {
    run --separate-stderr env FINISHED=2 LINK_DOWN=1 "${call[@]}"
    [ "$status" -eq 1 ]
    [ "$stderr" = 'the connection to lab1 was lost during the load' ]
}

@test "a log that is cut off fails the load with the name of its host" {
    run --separate-stderr env CUT=1 "${call[@]}"
    [ "$status" -eq 1 ]
    [ "$stderr" = 'the log of Tsung on lab1 is cut off: is its disk full?' ]
}

@test "a queue that drops packets because it is full is named; one that drops as many as it was told to is not" {
    printf '%s\n' 'eth0 netem/root 100 0 1' 'eth1 fq_codel/:1 5 2 0' 'eth1 fq_codel/:2 7 90 0' >"$BATS_TEST_TMPDIR/before"
    printf '%s\n' 'Welcome to lab1!' 'eth0 netem/root 99090 1010 1' 'eth1 fq_codel/:1 90005 16 0' \
        'eth1 fq_codel/:2 9 90 0' >"$BATS_TEST_TMPDIR/after"
    run awk -f "$root/loadgen/tsung/drops.awk" "$BATS_TEST_TMPDIR"/{before,after}
    [ "$output" = '' ]
    printf '%s\n' 'eth0 netem/root 98900 1200 1' >"$BATS_TEST_TMPDIR/after"
    run awk -f "$root/loadgen/tsung/drops.awk" "$BATS_TEST_TMPDIR"/{before,after}
    [ "$output" = 'the queue of eth0 (netem) dropped 1200 of 100000 packets, 1.00 % were expected' ]
    # of no other queue's packets
    : >"$BATS_TEST_TMPDIR/before"
    run awk -f "$root/loadgen/tsung/drops.awk" "$BATS_TEST_TMPDIR"/{before,after}
    [ "$output" = 'the queue of eth0 (netem) dropped 1200 of 100100 packets, 1.00 % were expected' ]
}

@test "the queues of a card with several are told apart, and a bridge has those of its ports" {
    script "$bin/tc" <<'END'
printf '%s\n' 'qdisc mq 0: root' ' Sent 30 bytes 3 pkt (dropped 9, overlimits 0 requeues 0)' \
    'qdisc fq_codel 0: parent :2 limit 10240p' ' Sent 10 bytes 1 pkt (dropped 2, overlimits 0 requeues 0)' \
    'qdisc fq_codel 0: parent :1 limit 10240p' ' Sent 20 bytes 2 pkt (dropped 7, overlimits 0 requeues 0)'
END
    run env PATH="$bin:$PATH" bash -s 198.18.1.1 <"$root/loadgen/tsung/queues.sh"
    [ "$status" -eq 0 ]
    [ "$output" = $'eth9 fq_codel/:2 1 2 0\neth9 fq_codel/:1 2 7 0' ]
    script "$bin/ip" <<<'exit 2'
    run env PATH="$bin:$PATH" bash -s 198.18.1.1 <"$root/loadgen/tsung/queues.sh"
    [ "$status" -eq 1 ]
    [ "$output" = 'there is no route to 198.18.1.1' ]
}

@test "a load whose packets were dropped fails with the queue" {
    script "$bin/tc" <<'END'
echo x >>"$HOSTS/read"
echo 'qdisc tbf 8001: root refcnt 2 rate 10Mbit burst 10Kb lat 1ms'
if (($(wc -l <"$HOSTS/read") > 2)); then dropped=70; else dropped=0; fi
echo " Sent 90000 bytes 900 pkt (dropped $dropped, overlimits 0 requeues 0)"
END
    run --separate-stderr "${call[@]}"
    [ "$status" -eq 1 ]
    [ "$stderr" = 'on this machine, the queue of eth9 (tbf) dropped 70 of 70 packets, 0.01 % were expected' ]
}

@test "a link that is lost because a queue drops packets fails the load with both" {
    script "$bin/tc" <<'END'
echo x >>"$HOSTS/read"
echo 'qdisc netem 8001: root refcnt 2 limit 3 delay 25ms'
if (($(wc -l <"$HOSTS/read") > 2)); then dropped=70; else dropped=0; fi
echo " Sent 90000 bytes 30 pkt (dropped $dropped, overlimits 0 requeues 0)"
END
    run --separate-stderr env FINISHED=2 LINK_DOWN=1 "${call[@]}"
    [ "$status" -eq 1 ]
    [ "$stderr" = 'the connection to lab1 was lost during the load: the queue of eth9 (netem) dropped 70 of 70 packets, 0.00 % were expected' ]
}

@test "an epmd that runs already must listen to the hosts" {
    run --separate-stderr env EPMD=127.0.0.1 "${call[@]}"
    [ "$status" -eq 1 ]
    [ "$stderr" = 'an epmd that runs on this machine does not listen on 198.18.0.1; end it: epmd -kill' ]
    for address in 0.0.0.0 '*' '[::]' 198.18.0.1; do
        run --separate-stderr env EPMD="$address" "${call[@]}"
        [ "$stderr" = '' ]
        [ "$status" -eq 0 ]
    done
}

@test "a Tsung that gives up is quoted" {
    run --separate-stderr env FINISHED=2 SAYS="Can't start newbeam on host '198.18.1.1' (reason: timeout) ! Aborting!" "${call[@]}"
    [ "$status" -eq 1 ]
    [ "$stderr" = "Tsung gave up: Can't start newbeam on host '198.18.1.1' (reason: timeout) ! Aborting!" ]
}

@test "a host says its clock last, though Erlang reads what it is given" {
    script "$bin/erl" <<<'cat >/dev/null; printf 25'
    script "$bin/tsung" <<<'cat >/dev/null; echo Tsung version 1.7.0'
    run env PATH="$bin:$PATH" bash -s <"$root/loadgen/tsung/host.sh"
    [ "$status" -eq 0 ]
    [[ ${lines[-1]} =~ ^time=[0-9]+\.[0-9]{9}$ ]]
    [ "${lines[-2]}" = erlang=25 ]
    [ "${lines[-3]}" = 'tsung=Tsung version 1.7.0' ]
}

@test "an epmd of a host that ran before the load stays" {
    local id=$BASHPID-$RANDOM
    script "$bin/epmd" <<'END'
echo "$*" >>"$HOSTS/epmd"
[[ -n ${RUNS:-} ]]
END
    for runs in '' 1; do
        rm -f "$hosts/epmd"
        mkdir -p "$temporary/threadwall-tsung.x"
        env PATH="$bin:$PATH" HOSTS="$hosts" RUNS="$runs" bash -s watch "$id" "$temporary/threadwall-tsung.x" 0 \
            <"$root/loadgen/tsung/agent.sh" >"$BATS_TEST_TMPDIR/log" &
        await grep -qs gone "$BATS_TEST_TMPDIR/log"
        env PATH="$bin:$PATH" HOSTS="$hosts" bash -s end "$id" "$temporary/threadwall-tsung.x" <"$root/loadgen/tsung/agent.sh"
        wait
        [ ! -e "$temporary/threadwall-tsung.x" ]
        [ "$(grep -cx -- -kill "$hosts/epmd")" = "$([[ -n $runs ]] && echo 0 || echo 1)" ]
    done
}
