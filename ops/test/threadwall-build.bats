#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # for another shell; each test its own; set by others
#
# When the entry script builds, and that it becomes the CLI.

load machine

# Writes until the file is newer than what the last build began with: file dates are coarse.
changes_later() { # FILE
    echo "class A { int i = $RANDOM; }" >"$1"
    [[ $1 -nt $clone/.threadwall/sources ]]
}

@test "the first time it builds, and the CLI gets its arguments as they are" {
    a_machine
    run --separate-stderr threadwall serve 'a  b' '*' ''
    [ "$status" -eq 0 ]
    [ "$output" = "java <-Dthreadwall.home=$clone> <-Dthreadwall.nofile.soft=$(ulimit -Sn)> <-jar> <$clone/cli/target/cli.jar> <serve> <a  b> <*> <>" ]
    [ "$stderr" = 'threadwall: building (the first build takes about a minute) ...
  1 of 1: cli' ]
    [ "$(<"$calls")" = 'mvn -B -ntp -T 8 -DskipTests package' ]
}

@test "it does not build again while nothing changed, by date alone neither" {
    a_machine
    threadwall serve
    touch "$clone/cli/src/main/java/A.java"
    run --separate-stderr threadwall serve
    [ "$status" -eq 0 ]
    [ "$stderr" = '' ]
    [ "$(builds)" -eq 1 ]
}

@test "it builds again when a source changed" {
    a_machine
    threadwall serve
    await changes_later "$clone/cli/src/main/java/A.java"
    run --separate-stderr threadwall serve
    [ "$status" -eq 0 ]
    [ "${stderr_lines[0]}" = 'threadwall: building (sources changed) ...' ]
    [ "$(tail -n 1 "$calls")" = 'mvn -B -ntp -T 8 -DskipTests package' ]
    [ "$(builds)" -eq 2 ]
}

@test "a source that came with an older date, or went, is built from clean" {
    a_machine
    threadwall serve
    echo 'class A { int j; }' >"$clone/cli/src/main/java/A.java"
    touch -d '2020-01-01' "$clone/cli/src/main/java/A.java"
    threadwall serve
    [ "$(tail -n 1 "$calls")" = 'mvn -B -ntp clean -T 8 -DskipTests package' ]
    rm "$clone/cli/src/main/java/A.java"
    threadwall serve
    [ "$(grep -c ' clean ' "$calls")" -eq 2 ]
}

@test "it builds again when a jar went or somebody else built it" {
    a_machine
    threadwall serve
    rm "$clone/cli/target/cli.jar"
    threadwall serve
    [ "$(builds)" -eq 2 ]
    echo other >>"$clone/cli/target/cli.jar"
    threadwall serve
    [ "$(builds)" -eq 3 ]
}

@test "jars of the task programs, a folder deeper, count too" {
    a_machine
    local deep=task-programs/sleep/java/target
    fake_maven <<<"mkdir -p cli/target $deep; : >cli/target/cli.jar; : >$deep/sleep-java.jar"
    threadwall serve
    threadwall serve
    [ "$(builds)" -eq 1 ]
    rm "$clone/$deep/sleep-java.jar"
    threadwall serve
    [ "$(builds)" -eq 2 ]
}

@test "it says how long the rest may take once a module has taken its time" {
    a_machine
    fake_maven <<'END'
printf '[INFO] Building record 0.1.0-SNAPSHOT                        [1/3]\n'
start=$SECONDS
until ((SECONDS >= start + 2)); do sleep 0.05; done
printf '[INFO] Building loadgen 0.1.0-SNAPSHOT                       [2/3]\n'
mkdir -p cli/target && : >cli/target/cli.jar
END
    run --separate-stderr threadwall serve
    [ "$status" -eq 0 ]
    [ "${stderr_lines[1]}" = '  1 of 3: record' ]
    [[ ${stderr_lines[2]} =~ ^'  2 of 3: loadgen, about '[1-9][0-9]*' s left'$ ]]
}

@test "a failed build shows its errors, exits 1 and is tried again" {
    a_machine
    fake_maven <<<'echo "[INFO] fine"; echo "[ERROR] A.java: no"; exit 1'
    run threadwall serve
    [ "$status" -eq 1 ]
    [ "$output" = "threadwall: building (the first build takes about a minute) ...
[ERROR] A.java: no
threadwall: the build failed; Maven's output: $clone/.threadwall/build.log" ]
    good_maven
    run --separate-stderr threadwall serve
    [ "$status" -eq 0 ]
}

@test "two at the same time build once" {
    [[ -x $bin/flock ]] || skip 'needs flock'
    a_machine
    # the first build ends only when the second process says that it waits for it
    fake_maven <<'END'
for ((i = 0; i < 1000; i++)); do
    grep -q 'another build' "$CALLS.second" && break
    sleep 0.02
done
mkdir -p cli/target && : >cli/target/cli.jar
END
    : >"$calls.second"
    threadwall serve 3>&- &
    await grep -q mvn "$calls"
    threadwall serve 2>"$calls.second" 3>&-
    wait $!
    [ "$(builds)" -eq 1 ]
    [ "$(<"$calls.second")" = 'threadwall: another build of this clone is running; waiting for it ...' ]
}

@test "the signal goes to the CLI itself" {
    a_machine
    script "$jvms/jdk-25/bin/java" <<<'trap "exit 42" TERM; : >"$CALLS.up"; while :; do sleep 0.02; done'
    "${call[@]}" "$clone/threadwall" serve </dev/null 3>&- &
    await test -e "$calls.up"
    kill -TERM $!
    status=0
    wait $! || status=$?
    [ "$status" -eq 42 ]
}

@test "a built clone runs where nothing can be written, and one to be built says so" {
    ((EUID == 0)) || skip 'needs root, to own the clone'
    a_machine
    threadwall serve
    chmod -R go-w "$clone"
    run as_user "${call[@]}" "$clone/threadwall" serve </dev/null
    [ "$status" -eq 0 ]
    rm "$clone/cli/target/cli.jar"
    run as_user "${call[@]}" "$clone/threadwall" serve </dev/null
    [ "$status" -eq 4 ]
    local next="make $clone yours (chown), or use a clone that you own"
    [ "$output" = "threadwall: cannot write to $clone/.threadwall; $next" ]
}

@test "the server in C is built for those who ask for it, and for a benchmark without --servers" {
    a_machine
    threadwall sweep --servers kilim
    threadwall bench speed --servers=kilim
    threadwall bench speed --help
    threadwall sweep --servers kilim,c-epoll --dry-run
    [ "$(grep -c peers/c "$calls")" -eq 0 ]
    threadwall serve c-epoll
    threadwall sweep --servers kilim,c-epoll
    threadwall bench speed
    [ "$(grep -c peers/c "$calls")" -eq 3 ]
}

@test "a server in C that is not built is said to be so, with the exit code of its build" {
    a_machine
    script "$clone/peers/c/build.sh" <<<'echo "no headers" >&2; exit 4'
    run threadwall serve c-epoll
    [ "$status" -eq 4 ]
    [ "$output" = 'no headers
threadwall: the C server was not built; to do without it, leave c-epoll out of --servers' ]
}

@test "a peer with a toolchain of its own is built where a command line names it as a server, and there alone" {
    a_machine
    threadwall sweep --servers kilim --out go
    threadwall sweep --servers kilim,go,node --dry-run
    [ "$(grep -c peers/build.sh "$calls")" -eq 0 ]
    threadwall serve axum --port 0
    threadwall serve dotnet
    threadwall sweep --servers kilim,go --out node
    threadwall resilience descriptors --server=node
    [ "$(grep peers/build.sh "$calls")" = 'peers/build.sh --install axum
peers/build.sh --install dotnet
peers/build.sh --install go
peers/build.sh --install node' ]
}

@test "what the plan refuses is refused before a peer is built for it" {
    a_machine
    threadwall serve kilim
    script "$jvms/jdk-25/bin/java" <<<'[[ " $* " != *" --dry-run "* ]] || { echo "nginx has no /json2" >&2; exit 2; }'
    for asked in 'bench speed --servers nginx --settings close' 'sweep --servers=kilim,nginx'; do
        # shellcheck disable=SC2086 # words
        run threadwall $asked
        [ "$status" -eq 2 ]
        [ "$output" = 'nginx has no /json2' ]
    done
    [ "$(grep -c peers/build.sh "$calls")" -eq 0 ]
    threadwall bench idle --servers nginx # has no plan to ask
    [ "$(grep -c peers/build.sh "$calls")" -eq 1 ]
}

@test "for all servers what can be is built, nothing is installed, and what cannot be stops nothing" {
    a_machine
    script "$clone/peers/build.sh" <<<'echo "peers/build.sh $*" >>"$CALLS"; exit 4'
    threadwall resilience descriptors --servers all
    [ "$(grep peers/build.sh "$calls")" = 'peers/build.sh axum
peers/build.sh dotnet
peers/build.sh dotnet-sockets-3.1
peers/build.sh dotnet-sockets-8
peers/build.sh go
peers/build.sh node
peers/build.sh nginx' ]
}

@test "a peer whose toolchain cannot be had is one line, and 4" {
    a_machine
    script "$clone/peers/build.sh" <<<'echo "peers/build.sh: go cannot be had" >&2; exit 4'
    run threadwall serve go
    [ "$status" -eq 4 ]
    [ "$output" = 'peers/build.sh: go cannot be had' ]
}
