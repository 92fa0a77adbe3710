#!/usr/bin/env bash
# build.sh: compiles the C reference servers to target/epoll and target/uring, when they are older than their
#   sources.
#
# USAGE: peers/c/build.sh
#
# REQUIREMENTS: cc (gcc or clang) with the C library's headers. Exit codes: 0 built, or up to date; 4 it does not compile.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"

mkdir -p target
for program in epoll uring; do
    newer=$(find build.sh "$program.c" server.c server.h http.c http.h -newer "target/$program" 2>&1) || newer=all
    [[ -n $newer ]] || continue
    # under another name first: one that runs meanwhile, or a build that is cut off, leaves no half of a program
    if ! cc -std=c17 -O2 -Wall -Wextra -pthread -o "target/$program.$$" "$program.c" server.c http.c; then
        echo 'peers/c/build.sh: the C server does not compile; install gcc or clang and the C library headers' >&2
        exit 4
    fi
    mv "target/$program.$$" "target/$program"
done
