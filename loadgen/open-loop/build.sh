#!/usr/bin/env bash
# build.sh: compiles the load generator to target/open-loop, when it is older than its sources.
#
# USAGE: loadgen/open-loop/build.sh
#
# REQUIREMENTS: cc (gcc or clang) with the C library's headers. Exit codes: 0 built, or up to date; 4 it does not compile.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"

[[ target/open-loop -nt open_loop.c && target/open-loop -nt response.c && target/open-loop -nt response.h &&
    target/open-loop -nt build.sh ]] && exit 0
mkdir -p target
# under another name first, so that an interrupted build leaves no incomplete program
if ! cc -std=c17 -O2 -Wall -Wextra -o "target/open-loop.$$" open_loop.c response.c; then
    echo 'loadgen/open-loop/build.sh: open-loop does not compile; install gcc or clang and the C library headers' >&2
    exit 4
fi
mv "target/open-loop.$$" target/open-loop
