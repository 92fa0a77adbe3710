#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # dollars for another shell; what bats and helpers.bash set
#
# ulim.sh: limits are raised as far as they go, and the command notices nothing else.

load helpers

setup() {
    open_folder
    install -m 755 "$root/ops/ulim.sh" "$BATS_TEST_TMPDIR/ulim.sh"
    ulim=$BATS_TEST_TMPDIR/ulim.sh
    mkdir -m 755 "$BATS_TEST_TMPDIR/bin"
    calls=$BATS_TEST_TMPDIR/calls
    short='nofile      asked     400   in force       300'
}

# Runs a command with hard and soft limits that a test can rely on, as an ordinary user.
limited() { # SOFT HARD COMMAND...
    as_user bash -c 'ulimit -Sn "$1" && ulimit -Hn "$2" && exec "${@:3}"' - "$@"
}

# A machine on which root may raise hard limits and this process may not (CapEff, CapBnd).
ordinary_machine() {
    printf 'CapEff:\t0000000000000000\nCapBnd:\t000001ffffffffff\n' >"$BATS_TEST_TMPDIR/status"
    export ULIM_STATUS=$BATS_TEST_TMPDIR/status
}

# A container without CAP_SYS_RESOURCE.
container() {
    printf 'CapEff:\t0000000000000000\nCapBnd:\t000001fffeffffff\n' >"$BATS_TEST_TMPDIR/status"
    export ULIM_STATUS=$BATS_TEST_TMPDIR/status
}

fake_sudo() { # what it does, on stdin, after noting how it was called
    { printf 'echo "$*" >>%q\n' "$calls" && cat; } | script "$BATS_TEST_TMPDIR/bin/sudo"
    export PATH=$BATS_TEST_TMPDIR/bin:$PATH
}

@test "one argument is a command line for bash" {
    run "$ulim" -q 'a="x  y"; printf "<%s>" "$a" "*" \$HOME '"'it''s'"
    [ "$status" -eq 0 ]
    [ "$output" = '<x  y><*><$HOME><its>' ]
}

@test "several arguments are run as they are" {
    run "$ulim" -q printf '<%s>' 'a  b' '$HOME' '*' "it's" '"' '' '`id`' 'a;b' $'two\nlines'
    [ "$status" -eq 0 ]
    [ "$output" = "<a  b><\$HOME><*><it's><\"><><\`id\`><a;b><two
lines>" ]
}

@test "options after the command are the command's" {
    run "$ulim" -q -- echo --strict --nofile
    [ "$status" -eq 0 ]
    [ "$output" = '--strict --nofile' ]
}

@test "the environment arrives as it was" {
    export name=1 most=2 limits=3 sudo=4 why=5 was=6 path=7 now=8
    run diff <(env | grep -v '^_=' | sort) <("$ulim" -q env --unset=_ | sort)
    [ "$status" -eq 0 ]
    [ "$output" = '' ]
}

@test "the exit code is the command's" {
    run "$ulim" -q bash -c 'exit 7'
    [ "$status" -eq 7 ]
    run "$ulim" -q 'exit 9'
    [ "$status" -eq 9 ]
}

@test "standard input arrives" {
    run bash -c 'echo hello | "$1" -q cat -' - "$ulim"
    [ "$status" -eq 0 ]
    [ "$output" = hello ]
}

@test "SIGTERM reaches the command, which may answer it" {
    "$ulim" -q bash -c 'trap "exit 42" TERM; : >"$1"; while :; do sleep 0.02; done' - "$calls" 3>&- &
    await test -e "$calls"
    kill -TERM $!
    status=0
    wait $! || status=$?
    [ "$status" -eq 42 ]
}

@test "SIGINT reaches the command, which may answer it" {
    # a shell without job control starts what is in the background with SIGINT ignored, and so may who started us
    env --default-signal=INT "$ulim" -q bash -c 'trap "exit 43" INT; : >"$1"; while :; do sleep 0.02; done' - "$calls" 3>&- &
    await test -e "$calls"
    kill -INT $!
    status=0
    wait $! || status=$?
    [ "$status" -eq 43 ]
}

@test "SIGTERM ends the last command of a command line, and nothing stays" {
    "$ulim" -q 'ulimit -Sn 200; sleep 60' 3>&- &
    await grep -qx sleep /proc/$!/comm
    kill -TERM $!
    status=0
    wait $! || status=$?
    [ "$status" -eq 143 ]
}

@test "a soft limit is raised within the hard one" {
    run --separate-stderr limited 100 300 "$ulim" --nofile 250 --nproc 1 --sigpending 1 'ulimit -Sn; ulimit -Hn'
    [ "$status" -eq 0 ]
    [ "$output" = $'250\n300' ]
    [ "${stderr_lines[0]}" = 'nofile      asked     250   in force       250   soft limit raised from 100' ]
}

@test "no limit is ever lowered" {
    run --separate-stderr limited 300 300 "$ulim" --nofile=200 'ulimit -Sn; ulimit -Hn'
    [ "$status" -eq 0 ]
    [ "$output" = $'300\n300' ]
    [ "${stderr_lines[0]}" = 'nofile      asked     200   in force       300   already high enough' ]
}

@test "in a container without the capability it says so and goes on" {
    container
    run --separate-stderr limited 100 300 "$ulim" --nofile 400 'ulimit -Sn'
    [ "$status" -eq 0 ]
    [ "$output" = 300 ]
    [ "${stderr_lines[0]}" = "$short   hard limit; CAP_SYS_RESOURCE is missing, so even root cannot raise it" ]
}

@test "--strict stops with 125 where a limit falls short" {
    container
    run --separate-stderr limited 100 300 "$ulim" -q --strict --nofile 400 --nproc 1 --sigpending 1 echo started
    [ "$status" -eq 125 ]
    [ "$output" = '' ]
    [ "$stderr" = 'ulim.sh: nofile is 300, asked 400; not started (--strict)' ]
}

@test "--strict runs the command where nothing falls short" {
    run limited 100 300 "$ulim" -q --strict --nofile 300 --nproc 1 --sigpending 1 echo started
    [ "$status" -eq 0 ]
    [ "$output" = started ]
}

@test "--check prints the table on stdout and is 0 where all limits reach" {
    run --separate-stderr limited 100 300 "$ulim" --check --nofile 300 --nproc 1 --sigpending 1
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = 'nofile      asked     300   in force       300   soft limit raised from 100' ]
    [ "${#lines[@]}" -eq 3 ]
    [ "$stderr" = '' ]
}

@test "--check is 4 where one falls short" {
    container
    run --separate-stderr limited 100 300 "$ulim" --check --nofile 400 --nproc 1 --sigpending 1
    [ "$status" -eq 4 ]
    [ "${lines[0]}" = "$short   hard limit; CAP_SYS_RESOURCE is missing, so even root cannot raise it" ]
}

@test "--check runs nothing" {
    run limited 100 300 "$ulim" --check --nofile 300 touch "$calls"
    [ "$status" -eq 2 ]
    [ "$output" = "ulim.sh: --check runs nothing: leave the command out ('touch')" ]
    [ ! -e "$calls" ]
}

@test "without sudo it says that only root can" {
    ordinary_machine
    for tool in bash env; do ln -s "$(type -P "$tool")" "$BATS_TEST_TMPDIR/bin/$tool"; done
    run --separate-stderr limited 100 300 env PATH="$BATS_TEST_TMPDIR/bin" "$ulim" --nofile 400 'ulimit -Sn'
    [ "$status" -eq 0 ]
    [ "$output" = 300 ]
    [ "${stderr_lines[0]}" = "$short   hard limit; only root can raise it, and there is no sudo" ]
}

@test "sudo is not called where the soft limit is enough" {
    ordinary_machine
    fake_sudo <<<'exit 1'
    run limited 100 300 "$ulim" -q --nofile 300 --nproc 1 --sigpending 1 'ulimit -Sn'
    [ "$status" -eq 0 ]
    [ "$output" = 300 ]
    [ ! -e "$calls" ]
}

@test "sudo is not called where not even root can raise it" {
    container
    fake_sudo <<<'exit 1'
    run limited 100 300 "$ulim" -q --nofile 400 'ulimit -Sn'
    [ "$status" -eq 0 ]
    [ "$output" = 300 ]
    [ ! -e "$calls" ]
}

@test "sudo raises the limits of this very process, only those in need, and asks nobody without a terminal" {
    ordinary_machine
    fake_sudo <<<'exit 0'
    : >"$calls" && chmod 666 "$calls"
    run --separate-stderr limited 100 300 "$ulim" --nofile 400 --nproc 1 --sigpending 1 'echo $$' </dev/null
    [ "$status" -eq 0 ]
    [ "$(<"$calls")" = "-n prlimit --pid $output --nofile=400:400" ]
    [ "${stderr_lines[0]}" = "$short   hard limit; sudo prlimit changed nothing" ]
}

@test "the words of a sudo that refuses are shown, and the command runs" {
    ordinary_machine
    fake_sudo <<<'echo "sudo: a password is required" >&2; exit 1'
    run --separate-stderr limited 100 300 "$ulim" --nofile 400 'ulimit -Sn'
    [ "$status" -eq 0 ]
    [ "$output" = 300 ]
    [ "${stderr_lines[0]}" = "$short   hard limit; sudo: a password is required" ]
}

@test "with the capability a hard limit is raised without sudo" {
    bash -c 'ulimit -n 300 && ulimit -n 400' 2>/dev/null || skip 'needs CAP_SYS_RESOURCE'
    fake_sudo <<<'exit 1'
    run --separate-stderr bash -c 'ulimit -n 300; exec "$@"' - "$ulim" --nofile 400 'ulimit -Sn; ulimit -Hn'
    [ "$status" -eq 0 ]
    [ "$output" = $'400\n400' ]
    [ "${stderr_lines[0]}" = 'nofile      asked     400   in force       400   hard limit raised from 300' ]
    [ ! -e "$calls" ]
}

@test "the command runs as the caller" {
    run as_user "$ulim" -q id -u
    [ "$status" -eq 0 ]
    [ "$output" = "$(as_user id -u)" ]
}

@test "a command that is missing gives 127" {
    run -127 "$ulim" -q no-such-command argument
    [ "$output" = 'ulim.sh: no-such-command: no such command' ]
}

@test "a command that cannot be run gives 126" {
    run "$ulim" -q "$BATS_TEST_DIRNAME" argument
    [ "$status" -eq 126 ]
    [ "$output" = "ulim.sh: $BATS_TEST_DIRNAME: not an executable file" ]
}

@test "an unknown option is one line and 2" {
    run "$ulim" --nofiles 5 true
    [ "$status" -eq 2 ]
    [ "$output" = "ulim.sh: unknown option '--nofiles'; ulim.sh --help lists them" ]
}

@test "a value that is no number is one line and 2" {
    run "$ulim" --nofile 10K true
    [ "$status" -eq 2 ]
    [ "$output" = "ulim.sh: --nofile takes a count above 0, such as 500, 40k or 1M, not '10K'" ]
}

@test "no command is one line and 2" {
    run "$ulim" --strict
    [ "$status" -eq 2 ]
    [ "$output" = 'ulim.sh: no command given; see ulim.sh --help' ]
}

@test "--help is the head of the file" {
    run "$ulim" --help
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = 'ulim.sh - run a command with higher limits, as the user who calls it' ]
    [[ $output == *"USAGE: ulim.sh [OPTIONS] 'COMMAND LINE'"*CAVEATS* ]]
}
