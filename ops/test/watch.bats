#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # dollars for another shell; what bats and helpers.bash set
#
# watch.sh: threads and memory, a line a turn.

load helpers

setup() {
    open_folder
    watch=$root/ops/watch.sh
    proc=$BATS_TEST_TMPDIR/proc
    mkdir "$proc"
    printf 'MemTotal: 9216000 kB\nMemFree: 2048000 kB\nMemAvailable: 4096000 kB\nBuffers: 1 kB\n' >"$proc/meminfo"
    export WATCH_PROC=$proc
    started=()
}

teardown() {
    local pid
    for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done
}

# A process as /proc shows it: its number, name and threads.
process() { # PID NAME THREADS
    mkdir -p "$proc/$1"
    echo "$1 ($2) S 1 $1 $1 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 $3 0 100 200 300 0" >"$proc/$1/stat"
}

# The kernel's own account of a process beside the made ones.
real_process() { # PID
    ln -s "/proc/$1" "$proc/$1"
    started+=("$1")
}

# The words of a line without its time.
columns() { # LINE
    read -ra words <<<"$1"
    echo "${words[*]:1}"
}

@test "a head and a line: threads of all java, threads of all ab, memory in MB" {
    process 11 java 39999
    process 12 java 41
    process 13 ab 1
    process 14 ab 1
    process 15 javac 7
    process 16 'java) S 9 (x' 5
    process 17 bash 1
    run "$watch" --count 1
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = 'time     java threads       ab available MB  free MB' ]
    [ "$(columns "${lines[1]}")" = '40040 2 4000 2000' ]
    [ "${#lines[0]}" -eq "${#lines[1]}" ]
}

@test "a real process of eight threads" {
    type -P python3 >/dev/null || skip 'needs python3'
    # the program itself: what PATH has may be a script that goes by its name
    ln -s "$(python3 -c 'import os; print(os.readlink("/proc/self/exe"))')" "$BATS_TEST_TMPDIR/java"
    "$BATS_TEST_TMPDIR/java" -c 'import sys, threading
stop = threading.Event()
for i in range(7): threading.Thread(target=stop.wait, daemon=True).start()
open(sys.argv[1], "w").close()
stop.wait()' "$BATS_TEST_TMPDIR/ready" 3>&- &
    real_process $!
    await test -e "$BATS_TEST_TMPDIR/ready"
    cp "$(type -P sleep)" "$BATS_TEST_TMPDIR/ab"
    "$BATS_TEST_TMPDIR/ab" 60 3>&- &
    real_process $!
    await grep -qx ab "/proc/$!/comm"
    run "$watch" --count 1
    [ "$(columns "${lines[1]}")" = '8 1 4000 2000' ]
}

@test "processes that go between a look and the next count no more, and end nothing" {
    sleep 60 3>&- &
    real_process $!
    process 11 java 5
    mkdir "$proc/12" # listed, and gone before it was read
    run --separate-stderr "$watch" --count 1
    [ "$status" -eq 0 ]
    [ "$stderr" = '' ]
    kill "${started[0]}" && wait "${started[0]}" || true
    run --separate-stderr "$watch" --count 2 --interval 0.1
    [ "$stderr" = '' ]
    [ "$(columns "${lines[2]}")" = '5 0 4000 2000' ]
}

@test "--count and --interval; without a terminal the head comes once" {
    run "$watch" --count 25 --interval=0.1
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -eq 26 ]
    [ "$(grep -c java <<<"$output")" -eq 1 ]
}

@test "SIGTERM and Ctrl-C end it at once, with 0 and without a word" {
    for signal in TERM INT; do
        # a file for each: the first one's line would be taken for the second's, which has no trap yet
        out=$BATS_TEST_TMPDIR/$signal.out
        # a shell without job control starts what is in the background with SIGINT ignored, and so may who started us
        env --default-signal=INT "$watch" --interval 600 >"$out" 2>&1 3>&- &
        started+=($!)
        await grep -q 4000 "$out"
        kill -"$signal" $!
        status=0
        wait $! || status=$?
        [ "$status" -eq 0 ]
        [ "$(wc -l <"$out")" -eq 2 ]
    done
}

@test "a reader that goes away ends it, with 0 and without a word" {
    run --separate-stderr bash -c '"$1" --interval 0.1 | head -1; echo "${PIPESTATUS[0]}"' - "$watch"
    [ "${lines[1]}" = 0 ]
    [ "$stderr" = '' ]
}

@test "on this machine as it is" {
    run env -u WATCH_PROC "$watch" --count 1
    [ "$status" -eq 0 ]
    [[ ${lines[1]} =~ ^[0-9:]{8}\ +[0-9]+\ +[0-9]+\ +[0-9]+\ +[0-9]+$ ]]
}

@test "usage: an unknown option or a value that is no number is one line and 2" {
    run "$watch" --intervall 5
    [ "$status" -eq 2 ]
    [ "$output" = "watch.sh: unknown option '--intervall'; watch.sh --help lists them" ]
    run "$watch" --interval 0.05
    [ "$status" -eq 2 ]
    [ "$output" = "watch.sh: --interval must be at least 0.1 seconds, not '0.05'" ]
    run "$watch" --count many
    [ "$status" -eq 2 ]
    [ "$output" = "watch.sh: --count takes a whole number above 0, not 'many'" ]
}

@test "--help is the head of the file" {
    run "$watch" --help
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = 'watch.sh - threads of java and ab, and free memory, one line per second' ]
    [[ $output == *USAGE*REQUIREMENTS*CAVEATS* ]]
}
