#!/usr/bin/env bash
#
# build.sh - builds the task programs of task-programs/ whose toolchains are installed
#
# USAGE: task-programs/build.sh [--install] sleep|hashmap|ring [FAMILY...]
#
#   FAMILY       of sleep: rust go java csharp-mono csharp-dotnet csharp-dotnet-3.1 csharp-dotnet-8 (csharp: all of these)
#                node python elixir;
#                of hashmap: rust go java; of ring: those of sleep but csharp-mono (default: all of the test)
#   --install    names each missing toolchain and installs it with apt-get, if apt's version is new enough;
#                downloads .NET 3.1 with pip (task-programs/dotnet.sh), but not .NET 8, which another company packed
#   -h, --help   this text
#
# PRINTS a line for each family when it is done, on stdout; progress on stderr:
#   FAMILY ready VERSION...
#   FAMILY missing WHY; HOW TO GET IT
#   FAMILY failed WHY; its output: LOG
# It does not build what is up to date: same sources and commands, same toolchain, all programs there.
# The programs in Java are Maven's: every ./threadwall command builds them.
#
# EXIT: 0 all built, or missing; 1 one failed; 2 bad usage.
#
# REQUIREMENTS: bash, coreutils, findutils, sed, grep. The programs of rust need cargo and a C compiler.
#   The first build of rust gets its crates from the registry that cargo is set up with.
#
# ENVIRONMENT: THREADWALL_TOOL_FOLDERS stands for the folder looked into after PATH: ~/.cargo/bin for rust,
#   /usr/local/go/bin for go. CARGO_PROFILE_RELEASE_OPT_LEVEL, cargo's own, builds the programs of rust with less
#   optimization; their line says so.
set -euo pipefail

task_programs=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
tw_home=$(dirname "$task_programs")

# shellcheck source=ops/setup/packages.sh
. "$tw_home/ops/setup/packages.sh"
# shellcheck source=ops/setup/jdk.sh
. "$tw_home/ops/setup/jdk.sh"
# shellcheck source=task-programs/build/toolchain.sh
. "$task_programs/build/toolchain.sh"
# shellcheck source=task-programs/build/apt.sh
. "$task_programs/build/apt.sh"
# shellcheck source=task-programs/build/compile.sh
. "$task_programs/build/compile.sh"
# shellcheck source=task-programs/build/outcome.sh
. "$task_programs/build/outcome.sh"
# shellcheck source=task-programs/build/dotnet.sh
. "$task_programs/build/dotnet.sh"
# shellcheck source=task-programs/build/families.sh
. "$task_programs/build/families.sh"

say() { printf 'task-programs/build.sh: %s\n' "$*" >&2; }

fault() { # CODE MESSAGE...
    say "${@:2}"
    exit "$1"
}

declare -A families=(
    [sleep]='rust go java csharp-mono csharp-dotnet csharp-dotnet-3.1 csharp-dotnet-8 node python elixir'
    [hashmap]='rust go java'
    [ring]='rust go java csharp-dotnet csharp-dotnet-3.1 csharp-dotnet-8 node python elixir'
)
test='' asked=() install=false status=0

for word in "$@"; do
    case $word in
        -h | --help)
            sed -n '3,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
            exit
            ;;
        --install) install=true ;;
        -*) fault 2 "unknown option '$word'; see task-programs/build.sh --help" ;;
        *)
            if [[ -z $test ]]; then
                test=$word
                [[ -n ${families[$test]:-} ]] || fault 2 "no test is named '$test'; there are sleep, hashmap and ring"
            elif [[ $word == csharp && ${families[$test]} == *csharp-* ]]; then
                for family in ${families[$test]}; do
                    [[ $family != csharp-* ]] || asked+=("$family")
                done
            else
                [[ " ${families[$test]} " == *" $word "* ]] ||
                    fault 2 "$test has no family '$word'; it has ${families[$test]}"
                asked+=("$word")
            fi
            ;;
    esac
done
[[ -n $test ]] || fault 2 'name a test, sleep, hashmap or ring; see task-programs/build.sh --help'
((${#asked[@]})) || read -r -a asked <<<"${families[$test]}"

for family in "${asked[@]}"; do
    begin_family "$task_programs/$test/${family%%-*}" "$test"
    "build_$family"
done
exit "$status"
