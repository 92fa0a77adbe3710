#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # dollars for another shell; each test its own; what bats and helpers.bash set
#
# The entry script, on a copy of it in a machine made of fakes: PATH holds the few real tools that it
# uses, and a java, mvn, ab or apt-get only where a test put one.

load helpers

setup() {
    open_folder
    clone=$BATS_TEST_TMPDIR/clone bin=$BATS_TEST_TMPDIR/bin jvms=$BATS_TEST_TMPDIR/jvms calls=$BATS_TEST_TMPDIR/calls
    mkdir -p "$clone/ops" "$clone/cli/src/main/java" "$bin" "$jvms"
    cp "$root/threadwall" "$clone/threadwall"
    cp -r "$root/ops/entry" "$clone/ops/entry"
    echo '<project/>' | tee "$clone/pom.xml" >"$clone/cli/pom.xml"
    echo 'class A {}' >"$clone/cli/src/main/java/A.java"
    local tool
    for tool in awk bash cat chmod comm dirname env find flock grep head id mkdir readlink rm sed sha256sum sleep sort \
        stat tail tee true xargs; do
        ln -s "$(type -P "$tool")" "$bin/$tool"
    done
    : >"$calls"
    chmod -R a+rwX "$BATS_TEST_TMPDIR"
    call=(env -u JAVA_HOME PATH="$bin" THREADWALL_JVM_FOLDERS="$jvms" CALLS="$calls" BIN="$bin")
}

threadwall() {
    "${call[@]}" "$clone/threadwall" "$@" </dev/null
}

fake_jdk() { # NAME VERSION: its java says how it was called
    mkdir -p "$jvms/$1/bin"
    printf 'JAVA_VERSION="%s"\n' "$2" >"$jvms/$1/release"
    script "$jvms/$1/bin/java" <<<'printf "java"; printf " <%s>" "${@:4}"; echo'
    script "$jvms/$1/bin/javac" <<<'exit 0'
}

fake_maven() { # what it does for a build, on stdin
    {
        echo 'if [[ $1 == --version ]]; then echo "Apache Maven 3.9.9 (x)"; exit; fi'
        echo 'echo "mvn $*" >>"$CALLS"'
        cat
    } | script "$bin/mvn"
}

good_maven() {
    fake_maven <<'END'
mkdir -p cli/target
printf '[INFO] Building cli 0.1.0-SNAPSHOT                           [1/1]\n'
printf '%s' "$RANDOM$RANDOM" >cli/target/cli.jar
END
}

a_machine() {
    fake_jdk jdk-25 25.0.3
    good_maven
    script "$bin/ab" <<<'exit 0'
}

builds() { grep -c ' package$' "$calls" || true; }

@test "without a JDK each place is named with its version, and the exit code is 4" {
    fake_jdk jdk-17 17.0.15
    fake_jdk jre-25 25.0.1
    rm "$jvms/jre-25/bin/javac"
    call+=(JAVA_HOME="$BATS_TEST_TMPDIR/gone")
    run threadwall --help
    [ "$status" -eq 4 ]
    [ "$output" = "threadwall: no JDK 25 or newer was found. Looked at
  JAVA_HOME     $BATS_TEST_TMPDIR/gone: no JDK there
  $jvms  $jvms/jdk-17: 17.0.15
  $jvms  $jvms/jre-25: 25.0.1, without javac
  none in       PATH (javac) PATH (java)
threadwall: unpack one, such as Eclipse Temurin 25, into /opt, or set JAVA_HOME to the folder of one" ]
}

@test "without a JDK the next step is the distribution's package, where it has one" {
    script "$bin/apt-get" <<<'exit 1'
    script "$bin/apt-cache" <<<'[[ $* == "show openjdk-25-jdk-headless" ]]'
    run threadwall
    [ "$status" -eq 4 ]
    [ "${lines[-1]}" = 'threadwall: install one (as root: apt-get install openjdk-25-jdk-headless), or set JAVA_HOME to the folder of one' ]
}

@test "a JAVA_HOME that is too old is passed over, saying so" {
    a_machine
    fake_jdk jdk-17 17.0.15
    call+=(JAVA_HOME="$jvms/jdk-17")
    run --separate-stderr threadwall serve
    [ "$status" -eq 0 ]
    [ "${stderr_lines[0]}" = "threadwall: JAVA_HOME     $jvms/jdk-17: 17.0.15; using $jvms/jdk-25 (25.0.3)" ]
}

@test "a version without a release file is found by running java" {
    a_machine
    rm "$jvms/jdk-25/release"
    script "$jvms/jdk-25/bin/java" <<<'if [[ $1 == -version ]]; then echo "openjdk version \"26-ea\" 2026-03-17" >&2; else echo ran; fi'
    run --separate-stderr threadwall serve
    [ "$status" -eq 0 ]
    [ "$output" = ran ]
}

@test "the JDK in PATH comes before the folders" {
    a_machine
    fake_jdk jdk-26 26.0.1
    mkdir "$BATS_TEST_TMPDIR/other"
    mv "$jvms/jdk-26" "$BATS_TEST_TMPDIR/other/"
    ln -s "$BATS_TEST_TMPDIR/other/jdk-26/bin/javac" "$bin/javac"
    script "$BATS_TEST_TMPDIR/other/jdk-26/bin/java" <<<'echo 26'
    run --separate-stderr threadwall serve
    [ "$status" -eq 0 ]
    [ "$output" = 26 ]
}

@test "the first time it builds, and the CLI gets its arguments as they are" {
    a_machine
    run --separate-stderr threadwall serve 'a  b' '*' ''
    [ "$status" -eq 0 ]
    [ "$output" = "java <-Dthreadwall.home=$clone> <-jar> <$clone/cli/target/cli.jar> <serve> <a  b> <*> <>" ]
    [ "$stderr" = 'threadwall: building (first time takes about a minute) ...
  1 of 1: cli' ]
    [ "$(<"$calls")" = 'mvn -B -ntp -DskipTests package' ]
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
    [ "$(tail -n 1 "$calls")" = 'mvn -B -ntp -DskipTests package' ]
    [ "$(builds)" -eq 2 ]
}

# Writes until the file is newer than what the last build began with: file dates are coarse.
changes_later() { # FILE
    echo "class A { int i = $RANDOM; }" >"$1"
    [[ $1 -nt $clone/.threadwall/sources ]]
}

@test "a source that came with an older date, or went, is built from clean" {
    a_machine
    threadwall serve
    echo 'class A { int j; }' >"$clone/cli/src/main/java/A.java"
    touch -d '2020-01-01' "$clone/cli/src/main/java/A.java"
    threadwall serve
    [ "$(tail -n 1 "$calls")" = 'mvn -B -ntp clean -DskipTests package' ]
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

@test "a failed build shows its errors, exits 1 and is tried again" {
    a_machine
    fake_maven <<<'echo "[INFO] fine"; echo "[ERROR] A.java: no"; exit 1'
    run threadwall serve
    [ "$status" -eq 1 ]
    [ "$output" = "threadwall: building (first time takes about a minute) ...
[ERROR] A.java: no
threadwall: the build failed; all that Maven said: $clone/.threadwall/build.log" ]
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
    [ "$(<"$calls.second")" = 'threadwall: another build of this clone is under way; waiting for it ...' ]
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

@test "Maven that is too old is one line and 4" {
    a_machine
    script "$bin/mvn" <<<'echo "Apache Maven 3.6.3 (x)"'
    run threadwall serve
    [ "$status" -eq 4 ]
    [ "$output" = "threadwall: $bin/mvn is Maven 3.6.3; Maven 3.8 or newer is needed" ]
}

@test "without ab and without root, sweep is one line with the command to run, and 4" {
    a_machine
    rm "$bin/ab"
    script "$bin/apt-get" <<<'exit 1'
    run as_user "${call[@]}" "$clone/threadwall" sweep </dev/null
    [ "$status" -eq 4 ]
    [ "$output" = 'threadwall: missing: ab, and installing takes root; run as root: apt-get install apache2-utils' ]
}

# apt-get that knows no packages until it was told to update, then brings ab.
fake_apt() {
    script "$bin/apt-get" <<'END'
echo "apt-get $*" >>"$CALLS"
case $* in
    *update*) : >"$CALLS.updated" ;;
    *) [[ -e $CALLS.updated ]] && printf '#!/usr/bin/env bash\n' >"$BIN/ab" && chmod +x "$BIN/ab" ;;
esac
END
}

@test "sudo installs a missing ab, saying so first; the lists are updated only when needed" {
    a_machine
    rm "$bin/ab"
    fake_apt
    script "$bin/sudo" <<<'echo "sudo $*" >>"$CALLS"; [[ $1 != -n ]] || shift; exec "$@"'
    run --separate-stderr as_user "${call[@]}" "$clone/threadwall" sweep </dev/null
    [ "$status" -eq 0 ]
    [ "${stderr_lines[0]}" = 'threadwall: installing apache2-utils (for ab) with apt-get ...' ]
    [ "$(grep ^apt-get "$calls")" = 'apt-get -o DPkg::Lock::Timeout=120 -y install --no-install-recommends apache2-utils
apt-get -o DPkg::Lock::Timeout=120 -y update
apt-get -o DPkg::Lock::Timeout=120 -y install --no-install-recommends apache2-utils' ]
    [ "$(grep ^sudo "$calls" | head -n 1)" = 'sudo -n true' ]
}

@test "an installation that fails shows its words and exits 4" {
    ((EUID == 0)) || skip 'needs root'
    a_machine
    rm "$bin/ab"
    script "$bin/apt-get" <<<'echo "E: no network" >&2; exit 100'
    run threadwall sweep
    [ "$status" -eq 4 ]
    [ "${lines[-2]}" = 'E: no network' ]
    [ "${lines[-1]}" = "threadwall: apt-get could not install apache2-utils (all it said: $clone/.threadwall/install.log); run as root: apt-get install apache2-utils" ]
}

@test "an ab that is there but does not run is one line and 4" {
    a_machine
    script "$bin/ab" <<<'echo "ab: libapr-1.so.0: not found" >&2; exit 127'
    run threadwall sweep
    [ "$status" -eq 4 ]
    [ "$output" = "threadwall: $bin/ab does not run: ab: libapr-1.so.0: not found" ]
}

@test "serve, and a sweep's help and plan, need no ab" {
    a_machine
    rm "$bin/ab"
    threadwall serve kilim
    threadwall sweep --help
    run --separate-stderr threadwall sweep --dry-run
    [ "$status" -eq 0 ]
    [ "$stderr" = '' ]
}

# Tools of `test` that say how they were called, and of which one can be told to fail.
test_tools() {
    local tool
    for tool in shellcheck shfmt; do
        script "$bin/$tool" <<<'[[ $1 == --version ]] || echo "${0##*/} ${*: -1}" >>"$CALLS"; [[ ${FAIL:-} != "${0##*/}" || $1 == --version ]]'
    done
    script "$bin/bats" <<<'[[ $1 != --version ]] || exit 0; echo "ok 1 a"; echo "not ok 2 b"; exit 1'
    fake_maven <<'END'
[[ $* == *verify ]] || exit 0
mkdir -p cli/target && : >cli/target/cli.jar
echo '[INFO] Tests run: 4, Failures: 0, Errors: 0, Skipped: 1, Time elapsed: 0.1 s -- in A'
echo '[WARNING] Tests run: 4, Failures: 0, Errors: 0, Skipped: 1'
END
}

@test "test runs every part, though one fails, and exits 1" {
    a_machine
    test_tools
    run --separate-stderr threadwall test
    [ "$status" -eq 1 ]
    [ "$(sed -n '/^== summary/,$ s/ *[0-9]* s  / | /p' <<<"$output")" = '  shellcheck  ok | 5 files
  shfmt       ok | 5 files
  bats        failed | 1 passed, 1 failed
  spotless    ok | 
  java        ok | 3 passed, 0 failed, 1 skipped' ]
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

@test "test with an argument that it does not know is one line and 2" {
    run threadwall test everything
    [ "$status" -eq 2 ]
    [ "$output" = "threadwall: test takes no 'everything'; ./threadwall test --help" ]
}
