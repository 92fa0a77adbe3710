#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # for another shell; each test its own; set by others
#
# `threadwall test`: every part runs, and the summary tells.

load machine

# The tools that `test` runs: all are content but bats, of whose two tests one fails.
test_tools() {
    local tool
    for tool in shellcheck shfmt mdl slowhttptest chromium tsung sshd; do
        script "$bin/$tool" <<<'exit 0'
    done
    script "$bin/bats" <<<'[[ $1 != --version ]] || exit 0; echo "ok 1 a"; echo "not ok 2 b"; exit 1'
    fake_maven <<'END'
[[ $* == *verify || $* == *package ]] || exit 0
mkdir -p cli/target && : >cli/target/cli.jar
echo '[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.1 s -- in A'
echo '[WARNING] Tests run: 4, Failures: 0, Errors: 0, Skipped: 1'
END
}

# The summary's lines without what differs from run to run.
summary() { sed -n '/^== summary/,$ { s/  [1-9][0-9]* files$/  some files/; s/ *[0-9]* s  / | /p }'; }

@test "test runs every part, though one fails, and exits 1" {
    a_machine
    test_tools
    run --separate-stderr threadwall test
    [ "$status" -eq 1 ]
    [ "$(summary <<<"$output")" = '  shellcheck   ok | some files
  shfmt        ok | some files
  markdownlint ok | 
  spotless     ok | 
  bats         failed | 1 passed, 1 failed
  java         ok | 3 passed, 0 failed, 1 skipped' ]
}

@test "test exits 0 when all passed, and what it built is not built again" {
    a_machine
    test_tools
    script "$bin/bats" <<<'echo "ok 1 a"'
    run threadwall test
    [ "$status" -eq 0 ]
    run --separate-stderr threadwall serve
    [ "$status" -eq 0 ]
    [ "$stderr" = '' ]
}

@test "test --quick runs no bats and leaves out Java tests that take seconds; what it built is not built again" {
    a_machine
    test_tools
    rm "$bin"/{ab,bats,cc,wrk,slowhttptest,chromium,tsung,sshd}
    run --separate-stderr threadwall test --quick
    [ "$status" -eq 0 ]
    [ "$(summary <<<"$output")" = '  shellcheck   ok | some files
  shfmt        ok | some files
  spotless     ok | 
  java         ok | 3 passed, 0 failed, 1 skipped' ]
    [ "$(grep -c -- ' -Pquick .* package$' "$calls")" -eq 1 ]
    run --separate-stderr threadwall serve
    [ "$stderr" = '' ]
}

@test "test shows what Maven says once, after the other parts" {
    a_machine
    test_tools
    run threadwall test
    [ "$(grep -n '^== \|Tests run: .*in A' <<<"$output" | sed 's/:.*\(==\|in A\)/ \1/' | cut -d ' ' -f 2- | tr '\n' ' ')" = \
        '== shellcheck == shfmt == markdownlint == spotless == bats == java in A == summary ' ]
}

@test "test --help describes --quick" {
    run threadwall test --help
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = 'Usage: ./threadwall test [--quick]' ]
    [[ $output == *'  --quick      within a minute: no bats,'* ]]
}

@test "test with an argument that it does not know is one line and 2" {
    run threadwall test everything
    [ "$status" -eq 2 ]
    [ "$output" = "threadwall: test does not take 'everything'; see ./threadwall test --help" ]
}
