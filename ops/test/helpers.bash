# shellcheck shell=bash
# What the tests of several scripts need.

bats_require_minimum_version 1.5.0
# shellcheck disable=SC2034 # the tests use it
root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)

# Runs a command as an ordinary user: nobody, where the tests run as root.
as_user() {
    if ((EUID == 0)); then
        setpriv --reuid=65534 --regid=65534 --clear-groups -- "$@"
    else
        "$@"
    fi
}

# Where an ordinary user may read and write, whatever folder the clone lies in.
open_folder() {
    chmod 755 "$BATS_RUN_TMPDIR" "$BATS_RUN_TMPDIR"/*/
    chmod 777 "$BATS_TEST_TMPDIR"
}

# Waits for a condition, 10 s at most; the last status is the test's.
await() { # COMMAND...
    local tries
    for ((tries = 0; tries < 200; tries++)); do
        "$@" && return
        sleep 0.05
    done
    "$@"
}

# Makes an executable file from stdin.
script() { # FILE
    { printf '#!/usr/bin/env bash\n' && cat; } >"$1"
    chmod 755 "$1"
}
