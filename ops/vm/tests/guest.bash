# shellcheck shell=bash
# What the tests inside the machine share.

bats_require_minimum_version 1.5.0
# shellcheck disable=SC2034 # the tests use it
root=$(cd "$BATS_TEST_DIRNAME/../../.." && pwd)

# A line of TAP beside the result: what was measured.
evidence() { printf '# %s\n' "$@" >&3; }
