#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # for another shell; each test its own; set by others
#
# peers/build.sh, with a toolchain that is a fake: what is said where there is none, and what is built when.

load helpers

setup() {
    open_folder
    clone=$BATS_TEST_TMPDIR/clone bin=$BATS_TEST_TMPDIR/bin calls=$BATS_TEST_TMPDIR/calls
    mkdir -p "$clone"/{ops,task-programs,peers/{dotnet,nginx,node}} "$bin"
    cp -r "$root/ops/setup" "$clone/ops/setup"
    cp -r "$root/task-programs/build" "$clone/task-programs"
    cp "$root/peers/build.sh" "$clone/peers"
    cp "$root/peers/nginx/program.sh" "$clone/peers/nginx"
    cp "$root"/peers/dotnet/*.{cs,csproj} "$clone/peers/dotnet"
    cp "$root"/peers/node/*.{mjs,json} "$clone/peers/node"
    local tool
    for tool in bash cat dirname env find flock grep head mkdir readlink rm sed sha256sum sort tail true xargs; do
        ln -s "$(type -P "$tool")" "$bin/$tool"
    done
    : >"$calls"
}

build() { env HOME="$BATS_TEST_TMPDIR" PATH="$bin" CALLS="$calls" "$clone/peers/build.sh" "$@" </dev/null; }

fake_dotnet() { # VERSION
    script "$bin/dotnet" <<END
[[ \$1 != --version ]] || { echo '$1'; exit; }
echo "dotnet \$*" >>"\$CALLS"
mkdir -p target/server && echo program >target/server/server.dll
END
}

@test "a wrong command line is one line and 2" {
    run build dotnet8
    [ "$status" -eq 2 ]
    [ "$output" = "peers/build.sh: no peer or option 'dotnet8'; there are axum, dotnet, dotnet-sockets-3.1, dotnet-sockets-8, go, node and nginx, and --install" ]
    run build
    [ "$status" -eq 2 ]
    [ "$output" = 'peers/build.sh: name a peer; see peers/build.sh --help' ]
}

@test "where no .NET is, one line says so and how to get it, and it is 4" {
    local next='install the .NET SDK (dotnet.microsoft.com) and have dotnet on PATH'
    run build dotnet
    [ "$status" -eq 4 ]
    [ "$output" = "peers/build.sh: dotnet is not available: no dotnet on PATH; $next" ]
    fake_dotnet 6.0.428
    run build dotnet
    [ "$status" -eq 4 ]
    [ "$output" = "peers/build.sh: dotnet is not available: $bin/dotnet is 6.0.428, and 8.0 or newer is needed; $next" ]
    # a runtime alone has no version to tell
    script "$bin/dotnet" <<<'echo "No .NET SDKs were found." >&2; exit 145'
    run build dotnet
    [ "$status" -eq 4 ]
    [ "$output" = "peers/build.sh: dotnet is not available: $bin/dotnet does not run, and 8.0 or newer is needed; $next" ]
    [ ! -e "$clone/peers/dotnet/target" ]
}

@test "without an SDK, the missing compiler and the missing runtime are named, and it is 4" {
    run build dotnet-sockets-3.1
    [ "$status" -eq 4 ]
    [ "$output" = "peers/build.sh: dotnet-sockets-3.1 is not available: no mcs on PATH; install mono and mcs with this system's packages" ]
    script "$bin/mono" <<<'echo "Mono JIT compiler version 6.8.0.105"'
    script "$bin/mcs" <<<'echo "Mono C# compiler version 6.8.0.105"'
    run build dotnet-sockets-3.1
    [ "$status" -eq 4 ]
    [ "$output" = 'peers/build.sh: dotnet-sockets-3.1 is not available: no .NET 3.1 in .threadwall/dotnet-3.1; --install or task-programs/dotnet.sh 3.1 downloads it' ]
}

@test "where it is, the server is built from its project, and once" {
    fake_dotnet 10.0.100
    run build dotnet
    [ "$status" -eq 0 ]
    [ "$output" = 'peers/build.sh: building peers/dotnet with .NET SDK 10.0.100 ...' ]
    [ "$(<"$calls")" = 'dotnet build server.csproj -c Release --disable-build-servers' ]
    run build dotnet
    [ "$status" -eq 0 ]
    [ "$output" = '' ]
    echo >>"$clone/peers/dotnet/Server.cs"
    build dotnet
    [ "$(wc -l <"$calls")" -eq 2 ]
}

@test "a build that fails is the compiler's first error and 4" {
    script "$bin/dotnet" <<'END'
[[ $1 != --version ]] || { echo 8.0.416; exit; }
echo "Server.cs(1,1): error CS1002: ; expected"
exit 1
END
    run build dotnet
    [ "$status" -eq 4 ]
    local log=$clone/peers/dotnet/target/dotnet.log
    [ "${lines[1]}" = "peers/build.sh: dotnet does not build: Server.cs(1,1): error CS1002: ; expected; its output: $log" ]
}

@test "the packages of node are got by npm, once, and again when others are wanted" {
    script "$bin/node" <<<'echo v20.20.2'
    run build node
    [ "$status" -eq 4 ]
    [ "${output%%;*}" = "peers/build.sh: node is not available: $bin/node is 20.20.2, but there is no npm" ]
    script "$bin/npm" <<'END'
echo "npm $1" >>"$CALLS"
mkdir -p node_modules && echo '{}' >node_modules/.package-lock.json
END
    run build node
    [ "$status" -eq 0 ]
    [ "$output" = 'peers/build.sh: building peers/node with node 20.20.2 ...' ]
    run build node
    [ "$status" -eq 0 ]
    [ "$output" = '' ]
    [ "$(<"$calls")" = 'npm ci' ]
    echo >>"$clone/peers/node/package-lock.json"
    build node
    [ "$(wc -l <"$calls")" -eq 2 ]
}

@test "a node that is too old for its packages: the message names both versions" {
    script "$bin/node" <<<'echo v16.20.0'
    run build node
    [ "$status" -eq 4 ]
    [ "${output%%;*}" = "peers/build.sh: node is not available: $bin/node is 16.20.0, and 18.17 or newer is needed" ]
}
