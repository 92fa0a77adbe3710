# shellcheck shell=bash disable=SC2154
# The programs that drive a sweep's load: ab and wrk are packages, cargo builds oha and Go builds vegeta, each into our own
# folder. open-loop is ours, in C.

tw_oha=1.16.0
tw_oha_rust=1.88 # its Cargo.toml's rust-version
tw_vegeta=12.12.0
tw_vegeta_go=1.22.12 # the last of its go.mod's go
tw_any_go=1.17       # can download a module without being in one

# The engine that a command line asks for: the last one that it names, as in the CLI. Loads from other hosts use Tsung. A
# resumed run has the engine of its recorded command.
engine_of() { # DEFAULT ARGUMENT...
    local engine=$1 run=
    shift
    while (($#)); do
        case $1 in
            --engine) engine=${2:-} ;;
            --engine=*) engine=${1#*=} ;;
            --clients | --clients=*) engine=tsung ;;
            --resume) run=${2:-} ;;
            --resume=*) run=${1#*=} ;;
        esac
        shift
    done
    if [[ -n $run && -f $run/run.jsonl ]]; then engine=$(recorded_engine "$run/run.jsonl" "$engine"); fi
    printf '%s' "$engine"
}

# The engine of the command in the first line of a record.
recorded_engine() { # FILE DEFAULT
    local line words=${2:-}
    IFS= read -r line <"$1" || true
    line=$(grep -oE '"--engine(=|", ?")[^"]*"' <<<"$line" | tail -n 1) || line=
    [[ -z $line ]] || words=$(sed -E 's/^"--engine(=|", ?")//; s/"$//' <<<"$line")
    printf '%s' "$words"
}

# Unknown names are left to the CLI, which lists the known ones.
require_engine() { # DEFAULT ARGUMENT...
    local engine
    engine=$(engine_of "$@")
    case $engine in
        ab | wrk) require "$engine" ;;
        oha) build_oha ;;
        vegeta) build_vegeta ;;
        open-loop) build_open_loop ;;
        tsung) require ab tsung ssh ip ;;
    esac
}

oha_is_built() { [[ $("$tw_state/oha/bin/oha" --version 2>/dev/null) == "oha $tw_oha" ]]; }

# No distribution that we install from has it.
build_oha() {
    ! oha_is_built || return 0
    # shellcheck source=task-programs/build/toolchain.sh
    . "$tw_home/task-programs/build/toolchain.sh"
    local tool version why log=$tw_state/oha.log cargo
    find_tool rustc "$tw_oha_rust" version_by_option "${THREADWALL_TOOL_FOLDERS-${HOME:-/root}/.cargo/bin}" ||
        fault 4 "building oha needs Rust: $why; install Rust with rustup (rustup.rs), or use --engine ab or wrk"
    cargo=${tool%/*}/cargo
    [[ -x $cargo ]] || cargo=$(type -P cargo) ||
        fault 4 "building oha needs cargo: found $tool, but no cargo; install cargo with rustup (rustup.rs), or use" \
            '--engine ab or wrk'
    require cc
    require_writable
    say "building oha $tw_oha with rustc $version for --engine oha (once; about ten minutes) ..."
    # a folder of its own, in which an interrupted build continues
    if ! PATH=${tool%/*}:$PATH "$cargo" install --locked --root "$tw_state/oha" --target-dir "$tw_state/oha/target" \
        "oha@$tw_oha" >"$log" 2>&1 </dev/null; then
        grep -m 1 '^error' "$log" >&2 || tail -n 20 "$log" >&2
        fault 4 "oha was not built; cargo's output: $log; to do without it, use --engine ab or wrk"
    fi
    rm -rf "$tw_state/oha/target"
    oha_is_built || fault 4 "cargo did not build oha $tw_oha; its output: $log"
}

build_open_loop() {
    require cc
    "$tw_home/loadgen/open-loop/build.sh" ||
        fault $? "the load generator open-loop was not built; to do without it, use --engine vegeta"
}

vegeta_is_built() { [[ $("$tw_state/vegeta/bin/vegeta" -version 2>/dev/null) == "Version: vegeta $tw_vegeta"$'\n'* ]]; }

# Debian has none.
build_vegeta() {
    ! vegeta_is_built || return 0
    local tool version why log=$tw_state/vegeta.log cache=$tw_state/vegeta/go
    if ! find_go "$tw_vegeta_go" && ! find_go "$tw_any_go"; then
        require go
        find_go "$tw_any_go" || fault 4 "building vegeta needs Go: $why; unpack a newer Go (go.dev) into /usr/local/go"
    fi
    require_writable
    at_least "$version" "$tw_vegeta_go" || download_go
    say "building vegeta $tw_vegeta with go $version for loads at a rate (once; about a minute) ..."
    # Go's own build cache is used, which the peers and the task programs share, where it has a place for one
    [[ -n ${GOCACHE-}${XDG_CACHE_HOME-}${HOME-} ]] || local -x GOCACHE=$cache/cache
    # vegeta's version is empty unless -ldflags sets it
    if ! GOBIN=$tw_state/vegeta/bin GOPATH=$cache GOFLAGS=-modcacherw \
        "$tool" install -ldflags "-X 'main.Version=vegeta $tw_vegeta'" \
        "github.com/tsenart/vegeta/v12@v$tw_vegeta" >"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2
        fault 4 "vegeta was not built; the output of go: $log"
    fi
    rm -rf "$cache"
    vegeta_is_built || fault 4 "go did not build vegeta $tw_vegeta; its output: $log"
}

find_go() { # MINIMUM
    # shellcheck source=task-programs/build/toolchain.sh
    . "$tw_home/task-programs/build/toolchain.sh"
    find_tool go "$1" version_of_go "${THREADWALL_TOOL_FOLDERS-/usr/local/go/bin}"
}

# A distribution's Go may be too old. Go itself is also a module, which any Go can download, but modules have no executable
# files.
download_go() {
    local module folder
    module=golang.org/toolchain@v0.0.1-go$tw_vegeta_go.$("$tool" env GOOS)-$("$tool" env GOARCH) || return
    folder=$cache/pkg/mod/$module
    say "downloading go $tw_vegeta_go (70 MB) to build vegeta, because $tool is $version; it is deleted afterwards ..."
    if ! GOPATH=$cache GOFLAGS=-modcacherw "$tool" mod download "$module" >"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2
        fault 4 "go $tw_vegeta_go was not downloaded; the output of $tool: $log"
    fi
    chmod -R u+x "$folder/bin" "$folder/pkg/tool"
    tool=$folder/bin/go version=$tw_vegeta_go
}

# For tests. They are skipped without it: Go is not installed for tests.
build_vegeta_where_go_is() {
    local tool version why
    ! find_go "$tw_vegeta_go" || build_vegeta
}
