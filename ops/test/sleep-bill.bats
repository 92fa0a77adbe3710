#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # dollars for another shell; what bats and helpers.bash set
#
# task-programs/sleep/java/bill.sh with a java that only waits: what it refuses, and that it leaves nothing behind.

load helpers

setup() {
    bill=$BATS_TEST_TMPDIR/bill.sh
    cp "$root/task-programs/sleep/java/bill.sh" "$bill"
    mkdir -p "$BATS_TEST_TMPDIR/target" "$BATS_TEST_TMPDIR/bin"
    touch "$BATS_TEST_TMPDIR/target/sleep-java.jar"
    export JAVA_HOME=$BATS_TEST_TMPDIR
    script "$JAVA_HOME/bin/java" <<<'echo $$ >"$JAVA_HOME/pid"; echo "$*"; exec sleep "${WAIT:-0}"'
}

refused() { # STATUS WORDS ARGUMENT...
    run --separate-stderr "$bill" "${@:3}"
    echo "$status $output $stderr"
    [ "$status" -eq "$1" ]
    [ "$output" = '' ]
    [[ $stderr =~ ^'bill.sh: '[^$'\n']+$ && $stderr == *"$2"* ]]
}

@test "wrong arguments are one line and 2, a jar that is not made is 1" {
    refused 2 "arguments are ''"
    refused 2 "arguments are 'virtual 1'" virtual 1
    refused 2 "N is '0'" virtual 0 1000
    refused 2 "N is '1k'" virtual 1k 1000
    rm "$BATS_TEST_TMPDIR/target/sleep-java.jar"
    refused 1 'any ./threadwall command builds it' virtual 1 1000
}

@test "--help is its head" {
    run --separate-stderr "$bill" --help
    [ "$status" -eq 0 ]
    [[ $output == 'bill.sh - '*'USAGE: '*' PATH.' && $stderr == '' ]]
}

@test "flags go before the program's own arguments, and the bill is by the number of tasks" {
    WAIT=1 run --separate-stderr "$bill" virtual 10 0 -Xmx1g -Done=1
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == '-Xmx1g -Done=1 -jar '*/target/sleep-java.jar' virtual 10 0' ]]
    [[ ${lines[1]} =~ ^[1-9][0-9]*' bytes per task: '[1-9][0-9]*' kB resident, ' ]]
}

@test "Ctrl-C ends the program, too" {
    WAIT=60 setsid env --default-signal=INT "$bill" virtual 1 60000 3>&- &
    await test -s "$JAVA_HOME/pid"
    kill -INT -- "-$!" # all that a terminal reaches
    await gone "$(<"$JAVA_HOME/pid")"
}

gone() { # PID
    ! kill -0 "$1" 2>/dev/null
}
