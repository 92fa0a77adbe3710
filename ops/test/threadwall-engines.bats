#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # for another shell; set by others
#
# The programs that drive a sweep's load: had, brought, or built.

load machine

# A machine with a Rust of this version, whose cargo makes the oha that was asked for.
a_machine_with_rust() { # VERSION
    a_machine
    mkdir -p "$clone/task-programs" "$BATS_TEST_TMPDIR/rust"
    cp -r "$root/task-programs/build" "$clone/task-programs/build"
    call+=(THREADWALL_TOOL_FOLDERS="$BATS_TEST_TMPDIR/rust" RUST="$1")
    script "$BATS_TEST_TMPDIR/rust/rustc" <<<'echo "rustc $RUST (x)"'
    script "$BATS_TEST_TMPDIR/rust/cargo" <<'END'
echo "cargo $*" >>"$CALLS"
while [[ $1 != --root ]]; do shift; done
mkdir -p "$2/bin"
printf '#!/usr/bin/env bash\necho "oha %s"\n' "${5#oha@}" >"$2/bin/oha"
chmod +x "$2/bin/oha"
END
}

@test "a sweep by wrk wants wrk, and no ab" {
    a_machine
    rm "$bin/ab"
    run threadwall sweep --engine ab --engine=wrk
    [ "$status" -eq 0 ]
    rm "$bin/wrk"
    run as_user "${call[@]}" "$clone/threadwall" sweep --engine wrk </dev/null
    [ "$status" -eq 4 ]
    [ "$output" = 'threadwall: missing: wrk; install with this system'"'"'s package manager (there is no apt-get, dnf or apk)' ]
}

@test "oha is built when it is asked for, saying so first, and once" {
    a_machine_with_rust 1.95.0
    rm "$bin/ab"
    run --separate-stderr threadwall sweep --engine oha
    [ "$status" -eq 0 ]
    [[ ${stderr_lines[0]} == 'threadwall: building oha '[0-9.]*' with rustc 1.95.0 for --engine oha (once; '* ]]
    threadwall sweep --engine=oha
    [ "$(grep -c '^cargo install --locked ' "$calls")" -eq 1 ]
}

@test "a plan by oha builds nothing" {
    a_machine_with_rust 1.95.0
    threadwall sweep --engine oha --dry-run
    run grep cargo "$calls"
    [ "$status" -eq 1 ]
}

@test "a Rust that is too old for oha is one line and 4" {
    a_machine_with_rust 1.63.0
    run threadwall sweep --engine oha
    [ "$status" -eq 4 ]
    [ "$output" = "threadwall: building oha needs Rust: $BATS_TEST_TMPDIR/rust/rustc is 1.63.0, and 1.88 or newer is needed;\
 install Rust with rustup (rustup.rs), or use --engine ab or wrk" ]
}

@test "an oha that cannot be built shows cargo's error and exits 4" {
    a_machine_with_rust 1.95.0
    script "$BATS_TEST_TMPDIR/rust/cargo" <<<'echo "error: no network" >&2; exit 101'
    run --separate-stderr threadwall sweep --engine oha
    [ "$status" -eq 4 ]
    [ "${stderr_lines[1]}" = 'error: no network' ]
    [ "${stderr_lines[2]}" = "threadwall: oha was not built; cargo's output: $clone/.threadwall/oha.log;\
 to do without it, use --engine ab or wrk" ]
}

# A machine with a Go of this version, which makes the vegeta that was asked for.
a_machine_with_go() { # VERSION
    a_machine
    mkdir -p "$clone/task-programs" "$BATS_TEST_TMPDIR/go"
    cp -r "$root/task-programs/build" "$clone/task-programs/build"
    call+=(THREADWALL_TOOL_FOLDERS="$BATS_TEST_TMPDIR/go" GO="$1")
    script "$BATS_TEST_TMPDIR/go/go" <<'END'
echo "go $*" >>"$CALLS"
case $1 in
    version) echo "go version go$GO linux/amd64" ;;
    env) echo linux ;;
    mod)
        go=$GOPATH/pkg/mod/$3
        mkdir -p "$go/bin" "$go/pkg/tool"
        sed 's/echo "go \$\*"/echo "new go $*"/' "$0" >"$go/bin/go"
        ;;
esac
[[ $1 == install ]] || exit 0
mkdir -p "$GOBIN" "$GOPATH"
printf '#!/usr/bin/env bash\necho "Version: vegeta %s"\necho "Commit:"\n' "${4#*@v}" >"$GOBIN/vegeta"
chmod +x "$GOBIN/vegeta"
END
}

@test "vegeta is built when it is asked for, saying so first, and once; its modules are deleted" {
    a_machine_with_go 1.26.8
    rm "$bin/ab"
    run --separate-stderr threadwall sweep --engine vegeta --rate 5k
    [ "$status" -eq 0 ]
    [[ ${stderr_lines[0]} == 'threadwall: building vegeta '[0-9.]*' with go 1.26.8 for loads at a rate (once; '* ]]
    [ ! -e "$clone/.threadwall/vegeta/go" ]
    threadwall sweep --engine=vegeta --rate 5k
    [ "$(grep -c '^go install .*github.com/tsenart/vegeta/v12@v12' "$calls")" -eq 1 ]
}

@test "a Go that is too old for vegeta is one line and 4" {
    a_machine_with_go 1.15.8
    script "$bin/go" <<<'echo "go version go1.16 linux/amd64"'
    run threadwall sweep --engine vegeta --rate 5k
    [ "$status" -eq 4 ]
    [ "$output" = "threadwall: building vegeta needs Go: $bin/go is 1.16, $BATS_TEST_TMPDIR/go/go is 1.15.8, and 1.17 or\
 newer is needed; unpack a newer Go (go.dev) into /usr/local/go" ]
}

@test "the Go of Debian 12 downloads the Go that builds vegeta" {
    a_machine_with_go 1.19.8
    run --separate-stderr threadwall sweep --engine vegeta --rate 5k
    [ "$status" -eq 0 ]
    [[ ${stderr_lines[0]} == 'threadwall: downloading go 1.22.'*"because $BATS_TEST_TMPDIR/go/go is 1.19.8;"* ]]
    grep -q '^go mod download golang.org/toolchain@v0.0.1-go1.22.[0-9]*.linux-linux$' "$calls"
    grep -q '^new go install ' "$calls"
    [ ! -e "$clone/.threadwall/vegeta/go" ]
}

@test "a vegeta that cannot be built shows go's error and exits 4" {
    a_machine_with_go 1.26.8
    script "$BATS_TEST_TMPDIR/go/go" <<'END'
[[ $1 != version ]] || { echo go version go1.26.8; exit; }
echo "dial tcp: no network" >&2
exit 1
END
    run --separate-stderr threadwall sweep --engine vegeta --rate 5k
    [ "$status" -eq 4 ]
    [ "${stderr_lines[1]}" = 'dial tcp: no network' ]
    [ "${stderr_lines[2]}" = "threadwall: vegeta was not built; the output of go: $clone/.threadwall/vegeta.log" ]
}

@test "open-loop is built for a capacity, and for a sweep that asks for it" {
    a_machine
    run threadwall capacity
    [ "$status" -eq 0 ]
    threadwall sweep --engine open-loop --rate 5k
    threadwall capacity --dry-run
    threadwall sweep
    [ "$(grep -c '^open-loop' "$calls")" -eq 2 ]
}

@test "a run that is resumed needs the engine of its recorded command, and no other" {
    a_machine
    mkdir "$BATS_TEST_TMPDIR/run"
    printf '%s\n' '{"kind":"run","command":["capacity","--engine","wrk","--repeats=1"]}' >"$BATS_TEST_TMPDIR/run/run.jsonl"
    run threadwall capacity --resume "$BATS_TEST_TMPDIR/run"
    [ "$status" -eq 0 ]
    [ "$(grep -c '^open-loop' "$calls")" -eq 0 ]
    printf '%s\n' '{"kind":"run","command":["sweep","--engine=open-loop"]}' >"$BATS_TEST_TMPDIR/run/run.jsonl"
    threadwall sweep --resume="$BATS_TEST_TMPDIR/run"
    [ "$(grep -c '^open-loop' "$calls")" -eq 1 ]
}

@test "an open-loop that cannot be built exits 4 with another engine to take" {
    a_machine
    script "$clone/loadgen/open-loop/build.sh" <<<'echo "no headers" >&2; exit 4'
    run threadwall capacity
    [ "$status" -eq 4 ]
    [ "$output" = 'no headers
threadwall: the load generator open-loop was not built; to do without it, use --engine vegeta' ]
}
