#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # dollars for another shell; what bats and helpers.bash set
#
# The task programs of every runtime that has a toolchain here, at a small N: what the sleep programs count, the
# checksum of the hashmap and ring programs, and one clear line for wrong arguments. Java's are made and tested by Maven.

load helpers

setup_file() {
    build sleep rust go csharp node python elixir
    build hashmap rust go
    build ring rust go csharp node python elixir
}

# What the programs print needs no optimizer, which takes half of rustc's time.
build() { # TEST FAMILY...
    local status=0
    CARGO_PROFILE_RELEASE_OPT_LEVEL=0 "$root/task-programs/build.sh" "$@" 3>&- >"$BATS_FILE_TMPDIR/$1" || status=$?
    ((status < 2)) # 1: a family that did not build, which its own tests tell
}

setup() {
    export LC_ALL=C.UTF-8 # Elixir warns of any other
    fraction='(\.[0-9]+)?([eE][-+]?[0-9]+)?'
    number="[0-9]+$fraction"
}

# Sets command to what starts a program of sleep or ring, and family to what build.sh calls its runtime.
program() { # TEST ROW
    local programs=$root/task-programs/$1
    family=$2
    case $2 in
        rust-*) family=rust command=("$programs/rust/target/release/${2#rust-}") ;;
        go) command=("$programs/go/target/$1") ;;
        csharp-mono) command=(mono "$programs/csharp/target/$1.exe") ;;
        csharp-dotnet) command=(dotnet "$programs/csharp/target/dotnet/$1.dll") ;;
        csharp-dotnet-*)
            command=("$root/.threadwall/${2#csharp-}/dotnet" "$programs/csharp/target/${2#csharp-}/$1.dll")
            ;;
        node) command=(node "$programs/node/$1.mjs") ;;
        python) command=(python3 "$programs/python/$1.py") ;;
        elixir) command=(elixir "$programs/elixir/$1.exs") ;;
    esac
    require_family "$1"
}

hashmap_program() { # ROW
    local programs=$root/task-programs/hashmap
    family=${1%%-*}
    case $1 in
        go-*) command=("$programs/go/target/hashmap" "${1#go-}") ;;
        rust-*) command=("$programs/rust/target/release/${1#rust-}" tokio) ;;
    esac
    require_family hashmap
}

# Skips the test where the family has no toolchain; a family that did not build fails it.
require_family() { # TEST
    local said
    said=$(grep "^$family " "$BATS_FILE_TMPDIR/$1") || said="build.sh says nothing of $family"
    case $said in
        "$family ready "*) ;;
        "$family missing "*) skip "${said#"$family missing "}" ;;
        *)
            echo "$said"
            return 1
            ;;
    esac
}

# A second, for runtimes that take a tenth of one to start would pass for sleepers. A busy machine may take longer to
# start them than they sleep: then they sleep longer.
sleeps() { # ROW
    local millis began
    program sleep "$1"
    for millis in 1000 10000; do
        began=${EPOCHREALTIME/./}
        run --separate-stderr "${command[@]}" 100 "$millis"
        echo "$output $stderr"
        [ "$status" -eq 0 ]
        ((${EPOCHREALTIME/./} - began >= millis * 1000))
        [ "$stderr" = '' ]
        [[ $output =~ ^'{"tasks":100,"started":100,"mostAlive":'([0-9]+)',"startMillis":'$number',"latestWakeUpMillis":'$number'}'$ ]]
        ((BASH_REMATCH[1] <= 100))
        ((BASH_REMATCH[1] < 100)) || return 0
    done
    return 1
}

refuses() { # ROW
    program sleep "$1"
    one_line ''
    one_line 0 0 50
    one_line -1 -1 50
    one_line abc abc 50
    one_line 2000000001 2000000001 50
    one_line -2 100 -2
    one_line soon 100 soon
    one_line '' 100 50 1
}

# Exit code 2 and one line, which begins with a name and has what was asked in it.
one_line() { # ASKED ARGUMENT...
    run --separate-stderr bounded "${command[@]}" "${@:2}"
    echo "${*:2}: $status $output $stderr"
    [ "$status" -eq 2 ]
    [ "$output" = '' ]
    [[ $stderr =~ ^[^:]+': '[^$'\n']+$ && $stderr == *"$1"* ]]
}

# A program that takes a wrong N for a right one would take all memory of the machine.
bounded() { # COMMAND...
    (ulimit -d 2000000 && exec timeout 30 "$@")
}

# The sum over all tasks t and keys i of i xor (t * 31 + i), which for small numbers fits 63 bits. In a shell of its
# own: bats looks at each step of its own one, which makes it slow.
checksum() { # TASKS ENTRIES
    bash -c 'for ((t = 0; t < $1; t++)); do
        for ((i = 0; i < $2; i++)); do ((sum += i ^ (t * 31 + i))); done
    done
    echo "$sum"' - "$@"
}

hashes() { # ROW
    local load
    hashmap_program "$1"
    for load in 'burst 2 numbers' 'burst 2 strings' '5/20 2 numbers'; do
        # shellcheck disable=SC2086 # its words
        run --separate-stderr "${command[@]}" 20 100 $load
        echo "$output $stderr"
        [ "$status" -eq 0 ]
        [ "$stderr" = '' ]
        [[ $output =~ ^'{"tasks":20,"totalMillis":'($number)',"meanMillis":'($number)',"p99Millis":'($number)',"maxMillis":'($number)',"checksum":"'([0-9]+)'"}'$ ]]
        # a number has two groups of its own
        in_order "${BASH_REMATCH[4]}" "${BASH_REMATCH[10]}" "${BASH_REMATCH[1]}" # mean, max, total
        in_order "${BASH_REMATCH[7]}" "${BASH_REMATCH[10]}"                      # p99, max
        [ "${BASH_REMATCH[13]}" = "$(checksum 20 100)" ]
    done
    # the last five come three times 20 ms after the first ones at the soonest
    in_order 60 "${BASH_REMATCH[1]}"
    one_line none 20 100 none 2 numbers
    one_line words 20 100 burst 2 words
}

# The checksum tells whether each task received the message in its turn.
passes() { # ROW
    local value
    program ring "$1"
    run --separate-stderr "${command[@]}" 7 1 2
    echo "$output $stderr"
    [ "$status" -eq 0 ]
    [ "$stderr" = '' ]
    [[ $output =~ ^'{"tasks":7,"messages":'([0-9]+)',"received":'([0-9]+)',"startMillis":'$number',"totalMillis":'([0-9]{4})$fraction',"cpuMillis":'$number',"checksum":"'([0-9]+)'"}'$ ]]
    ((BASH_REMATCH[1] > 0 && BASH_REMATCH[1] < BASH_REMATCH[2]))
    value=$(awk -v n="${BASH_REMATCH[2]}" 'BEGIN { for (i = 0; i < n; i++) v = (v * 31 + i % 7) % 4294967296; printf "%.0f", v }')
    [ "${BASH_REMATCH[-1]}" = "$value" ]
    one_line 7 7
    one_line 1 1 1 2
    one_line -5 7 -5 2
    one_line many 7 1 many
}

in_order() { # NUMBER...
    awk 'BEGIN { for (i = 2; i < ARGC; i++) if (ARGV[i - 1] > ARGV[i] + 0.001) exit 1 }' "$@"
}

@test "rust-threads: all N are alive at once" { sleeps rust-threads; }
@test "rust-tokio: all N are alive at once" { sleeps rust-tokio; }
@test "rust-tokio-joined: all N are alive at once" { sleeps rust-tokio-joined; }
@test "rust-async-std: all N are alive at once" { sleeps rust-async-std; }
@test "go: all N are alive at once" { sleeps go; }
@test "csharp-mono: all N are alive at once" { sleeps csharp-mono; }
@test "csharp-dotnet: all N are alive at once" { sleeps csharp-dotnet; }
@test "csharp-dotnet-3.1: all N are alive at once" { sleeps csharp-dotnet-3.1; }
@test "csharp-dotnet-8: all N are alive at once" { sleeps csharp-dotnet-8; }
@test "node: all N are alive at once" { sleeps node; }
@test "python: all N are alive at once" { sleeps python; }
@test "elixir: all N are alive at once" { sleeps elixir; }

@test "rust-threads: one line for wrong arguments" { refuses rust-threads; }
@test "rust-tokio: one line for wrong arguments" { refuses rust-tokio; }
@test "rust-tokio-joined: one line for wrong arguments" { refuses rust-tokio-joined; }
@test "rust-async-std: one line for wrong arguments" { refuses rust-async-std; }
@test "go: one line for wrong arguments" { refuses go; }
@test "csharp-mono: one line for wrong arguments" { refuses csharp-mono; }
@test "csharp-dotnet: one line for wrong arguments" { refuses csharp-dotnet; }
@test "csharp-dotnet-3.1: one line for wrong arguments" { refuses csharp-dotnet-3.1; }
@test "csharp-dotnet-8: one line for wrong arguments" { refuses csharp-dotnet-8; }
@test "node: one line for wrong arguments" { refuses node; }
@test "python: one line for wrong arguments" { refuses python; }
@test "elixir: one line for wrong arguments" { refuses elixir; }

@test "elixir: a VM with no room for more says so at once, and those that started sleep on" {
    program sleep elixir
    local out=$BATS_TEST_TMPDIR/out status=0
    elixir --erl '+P 1024' "${command[1]}" 5000 3000 >"$out" 3>&- &
    await grep -q failure "$out"
    kill -0 $!
    wait $! || status=$?
    [ "$status" -eq 1 ]
    local line
    line=$(<"$out")
    [[ $line =~ ^'{"tasks":5000,"started":'([0-9]+)',"mostAlive":'[0-9]+',"startMillis":'$number',"failure":"a system limit has been reached (process limit 1024)"}'$ ]]
    ((BASH_REMATCH[1] > 0 && BASH_REMATCH[1] < 5000))
}

@test "go-unrestricted: every task's sum is right" { hashes go-unrestricted; }
@test "go-goroutines-workers: every task's sum is right" { hashes go-goroutines-workers; }
@test "go-workers: every task's sum is right" { hashes go-workers; }
@test "go-pool: every task's sum is right" { hashes go-pool; }
@test "rust-tokio: every task's sum is right" { hashes rust-tokio; }
@test "rust-tokio-mimalloc: every task's sum is right" { hashes rust-tokio-mimalloc; }

@test "rust-threads: each receives the message in its turn" { passes rust-threads; }
@test "rust-tokio: each receives the message in its turn" { passes rust-tokio; }
@test "rust-async-std: each receives the message in its turn" { passes rust-async-std; }
@test "go: each receives the message in its turn" { passes go; }
@test "csharp-dotnet: each receives the message in its turn" { passes csharp-dotnet; }
@test "csharp-dotnet-3.1: each receives the message in its turn" { passes csharp-dotnet-3.1; }
@test "csharp-dotnet-8: each receives the message in its turn" { passes csharp-dotnet-8; }
@test "node: each receives the message in its turn" { passes node; }
@test "python: each receives the message in its turn" { passes python; }
@test "elixir: each receives the message in its turn" { passes elixir; }
