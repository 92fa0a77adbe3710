#!/usr/bin/env bash
#
# build.sh - builds peers that are not Java, with the toolchains of task-programs/build.sh
#
# USAGE: peers/build.sh [--install] PEER...
#
#   PEER         axum, dotnet, dotnet-sockets-3.1, dotnet-sockets-8, go, node or nginx (for node, npm installs the packages of package-lock.json; nginx is
#                not built, only searched for)
#   --install    names each missing toolchain and installs it with apt-get, if apt's version is new enough;
#                nginx is only downloaded and unpacked below .threadwall
#   -h, --help   this text
#
# It does not build what is up to date: same sources and commands, same toolchain, program there.
#
# EXIT: 0 all are built; 2 bad usage; 4 a toolchain is missing or a peer does not build, with one line that says why.
#
# REQUIREMENTS and ENVIRONMENT are those of task-programs/build.sh.
set -euo pipefail

tw_home=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
task_programs=$tw_home/task-programs

# shellcheck source=ops/setup/packages.sh
. "$tw_home/ops/setup/packages.sh"
# shellcheck source=task-programs/build/toolchain.sh
. "$task_programs/build/toolchain.sh"
# shellcheck source=task-programs/build/apt.sh
. "$task_programs/build/apt.sh"
# shellcheck source=task-programs/build/compile.sh
. "$task_programs/build/compile.sh"
# shellcheck source=task-programs/build/dotnet.sh
. "$task_programs/build/dotnet.sh"
# shellcheck source=task-programs/build/families.sh
. "$task_programs/build/families.sh"
# shellcheck source=peers/nginx/program.sh
. "$tw_home/peers/nginx/program.sh"

say() { printf 'peers/build.sh: %s\n' "$*" >&2; }

fault() { # CODE MESSAGE...
    say "${@:2}"
    exit "$1"
}

# How a family ends, as task-programs/build/outcome.sh has it: here one that cannot be had is the end.
# shellcheck disable=SC2154 # set by what finds and compiles
missing() { fault 4 "$family is not available: $why; $how"; }
# shellcheck disable=SC2154
failed() { fault 4 "$family does not build: $1; its output: $log"; }
ready() { :; }

build_axum() { build_rust; }
build_dotnet() { build_dotnet_project server.csproj target/server/server.dll; }
build_dotnet-sockets-3.1() { build_without_sdk 3.1 server; }
build_dotnet-sockets-8() { build_without_sdk 8 server; }
build_node() { build_node_project; } # that of the task programs has no packages

test=peers asked=() install=false
for word in "$@"; do
    case $word in
        -h | --help)
            sed -n '3,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
            exit
            ;;
        --install) install=true ;;
        axum | dotnet | dotnet-sockets-3.1 | dotnet-sockets-8 | go | node | nginx) asked+=("$word") ;;
        *) fault 2 "no peer or option '$word'; there are axum, dotnet, dotnet-sockets-3.1, dotnet-sockets-8, go," \
            "node and nginx, and --install" ;;
    esac
done
((${#asked[@]})) || fault 2 'name a peer; see peers/build.sh --help'

for family in "${asked[@]}"; do
    begin_family "$tw_home/peers/${family/#dotnet-sockets-*/dotnet-sockets}" server
    "build_$family"
done
