# shellcheck shell=bash disable=SC2034,SC2154 # used by and set by others
# The toolchain and the build command of each family. The oldest accepted versions are in Cargo.toml, in go.mod, or here.

own=${HOME:-/root}

# Finds a toolchain by FIND, or installs it; false if it is missing, after a message.
obtain() { # FIND MINIMUM ELSEWHERE PACKAGE...
    ! "$1" || return 0
    if bring "${@:2}"; then
        ! "$1" || return 0
        how="apt's packages are not enough: $3"
    fi
    missing
    return 1
}

# With CARGO_PROFILE_RELEASE_OPT_LEVEL set, optimized programs that are up to date are not replaced. Without it,
# programs of another opt-level are built again: a measured one is always optimized.
# All packages have one build directory, so that what they have in common is compiled once (by a cargo before 1.91 not).
build_rust() {
    local minimum source made programs=()
    minimum=$(sed -n 's/^rust-version = "\([0-9.]*\)".*/\1/p' "$folder/Cargo.toml")
    obtain find_rust "$minimum" 'install Rust with rustup (rustup.rs)' rustc cargo || return 0
    obtain find_cc 0 'install gcc or clang' build-essential || return 0
    for source in "$folder"/src/bin/*.rs; do
        source=${source##*/}
        programs+=("target/release/${source%.rs}")
    done
    made="rustc $version"
    if [[ -n ${CARGO_PROFILE_RELEASE_OPT_LEVEL:-} ]] && ! up_to_date "$(made_from "$made")" "${programs[@]}"; then
        made+=", opt-level $CARGO_PROFILE_RELEASE_OPT_LEVEL"
    fi
    compile "$made" "${programs[*]}" \
        env PATH="${tool%/*}:$PATH" CARGO_BUILD_BUILD_DIR="$task_programs/target/rust" \
        "$cargo" build --release --target-dir target || return 0
    ready "$made$(pinned_crates)"
}

# rustup's folder is on PATH only if the shell has read its profile.
find_rust() {
    find_tool rustc "$minimum" version_by_option "${THREADWALL_TOOL_FOLDERS-$own/.cargo/bin}" || return
    cargo=${tool%/*}/cargo
    [[ -x $cargo ]] || cargo=$(type -P cargo) || why="$tool is $version, but there is no cargo"
    [[ -n $cargo ]]
}

find_cc() {
    why='no C compiler (cc), which rustc links with'
    type -P cc >/dev/null
}

# Each is pinned exactly, so Cargo.toml has the versions that were built.
pinned_crates() {
    sed -nE 's/^([a-z-]+) = .*"=([0-9.]+)".*/, \1 \2/p' "$folder/Cargo.toml" | tr -d '\n'
}

build_go() {
    local minimum
    minimum=$(sed -n 's/^go //p' "$folder/go.mod")
    obtain find_go "$minimum" 'unpack a newer Go (go.dev) into /usr/local/go' golang-go || return 0
    compile "go $version" "target/$program" compile_go || return 0
    ready "go $version"
}

find_go() { find_tool go "$minimum" version_of_go "${THREADWALL_TOOL_FOLDERS-/usr/local/go/bin}"; }

# go.mod names the oldest accepted Go, and a newer Go then behaves like that one (GODEBUG): it counts CPUs in a container and
# keeps timers in the old way. So it is compiled with a go.mod that names the Go that compiles.
compile_go() {
    [[ $version =~ ^[0-9]+\.[0-9]+ ]]
    sed "s/^go .*/go ${BASH_REMATCH[0]}/" go.mod >target/go.mod &&
        "$tool" build -modfile=target/go.mod -trimpath -buildvcs=false -ldflags='-s -w' -o "target/$program.new" . &&
        mv "target/$program.new" "target/$program"
}

build_java() {
    if [[ ! -f $target/$test-java.jar ]]; then
        why="${target#"$tw_home"/}/$test-java.jar is not there" how='any ./threadwall command builds it, such as doctor'
        missing
    elif ! find_jdk; then
        why="no JDK $tw_jdk_minimum or newer" how=$(jdk_next_step)
        missing
    else
        ready "JDK $(jdk_version "$tw_jdk"), kilim $(sed -n 's/.*<kilim.version>\(.*\)<.*/\1/p' "$tw_home/pom.xml")"
    fi
}

build_csharp-mono() {
    obtain find_mono 0 "install mono and mcs with this system's packages" mono-mcs mono-runtime || return 0
    # under another name first, so that an interrupted build leaves no incomplete program
    compile "Mono $version" target/sleep.exe compile_mono || return 0
    ready "Mono $version"
}

find_mono() {
    find_first mcs 0 version_by_option && find_first mono 0 version_by_option
}

compile_mono() { mcs -optimize+ -out:target/sleep.new.exe Sleep.cs && mv target/sleep.new.exe target/sleep.exe; }

build_csharp-dotnet() { build_dotnet_project "$program.csproj" "target/dotnet/$program.dll"; }

build_dotnet_project() { # PROJECT PROGRAM
    local package packages=(dotnet-sdk-10.0 dotnet-sdk-9.0 dotnet-sdk-8.0)
    for package in "${packages[@]}"; do
        [[ -z $(apt_version "$package") ]] || break
    done
    # build servers would run on for minutes, beside the measurement
    obtain find_dotnet 8.0 'install the .NET SDK (dotnet.microsoft.com) and have dotnet on PATH' "$package" || return 0
    compile ".NET SDK $version" "$2" \
        env DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_NOLOGO=1 dotnet build "$1" -c Release \
        --disable-build-servers || return 0
    ready ".NET SDK $version"
}

# dotnet --version is the SDK's, and fails without an SDK.
find_dotnet() { find_first dotnet 8.0 version_by_option; }

build_csharp-dotnet-3.1() { build_without_sdk 3.1 "$program"; }
build_csharp-dotnet-8() { build_without_sdk 8 "$program"; }

# A program with packages of others: exactly those of package-lock.json, verified by their checksums.
build_node_project() {
    local minimum
    minimum=$(sed -n 's/.*"node": ">=\([0-9.]*\)".*/\1/p' "$folder/package.json")
    obtain find_node_and_npm "$minimum" 'install Node.js (nodejs.org) and have node and npm on PATH' nodejs npm || return 0
    # npm lists the installed packages in that file
    compile "node $version" node_modules/.package-lock.json \
        npm ci --ignore-scripts --no-audit --no-fund --no-update-notifier --prefer-offline || return 0
    ready "node $version"
}

find_node_and_npm() {
    find_first node "$minimum" version_by_option || return
    why="$tool is $version, but there is no npm"
    type -P npm >/dev/null
}

# The other families have nothing to build.
build_node() {
    obtain find_node 16 "install Node.js (nodejs.org) and have node on PATH" nodejs || return 0
    ready "node $version"
}

find_node() { find_first node 16 version_by_option; }

build_python() {
    obtain find_python 3.8 "install python3 with this system's packages" python3 || return 0
    ready "Python $version"
}

find_python() { find_first python3 3.8 version_by_option; }

build_elixir() {
    obtain find_elixir 1.12 "install elixir with this system's packages" elixir || return 0
    ready "Elixir $version"
}

find_elixir() { find_first elixir 1.12 version_of_elixir; }
