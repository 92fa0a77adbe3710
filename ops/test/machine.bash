# shellcheck shell=bash disable=SC2016,SC2034,SC2154 # for another shell; used by and set by others
#
# A copy of the entry script in a machine made of fakes: PATH holds the few real tools that it uses,
# and a java, mvn, ab or apt-get only where a test put one.

load helpers

setup() {
    open_folder
    clone=$BATS_TEST_TMPDIR/clone bin=$BATS_TEST_TMPDIR/bin jvms=$BATS_TEST_TMPDIR/jvms calls=$BATS_TEST_TMPDIR/calls
    mkdir -p "$clone/ops" "$clone/cli/src/main/java" "$clone/peers/c" "$bin" "$jvms"
    cp "$root/threadwall" "$clone/threadwall"
    cp -r "$root/ops/setup" "$clone/ops/setup"
    mkdir -p "$clone/docs/reference"
    cp "$root/docs/reference/commands.md" "$clone/docs/reference/"
    echo '<project/>' | tee "$clone/pom.xml" >"$clone/cli/pom.xml"
    script "$clone/peers/c/build.sh" <<<'echo "peers/c/build.sh" >>"$CALLS"'
    mkdir -p "$clone/loadgen/open-loop"
    script "$clone/loadgen/open-loop/build.sh" <<<'echo "open-loop/build.sh" >>"$CALLS"'
    script "$clone/peers/build.sh" <<<'echo "peers/build.sh $*" >>"$CALLS"'
    echo 'class A {}' >"$clone/cli/src/main/java/A.java"
    local tool
    for tool in awk bash cat chmod comm dirname env find flock grep head id mkdir readlink rm sed sha256sum sleep sort \
        stat tail tee tr true xargs; do
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
    script "$bin/cc" <<<'exit 0'
    script "$bin/wrk" <<<'exit 1'
}

builds() { grep -c ' package$' "$calls" || true; }
