# shellcheck shell=bash disable=SC2034,SC2154 # used by and set by others
# The line that a family ends with, on stdout; the tool reads it.

ready() { printf '%s ready %s\n' "$family" "$1"; } # VERSION

missing() { printf '%s missing %s; %s\n' "$family" "$why" "$how"; }

failed() { # WHY: only the rows of this family are lost
    printf '%s failed %s; its output: %s\n' "$family" "$1" "$log"
    status=1
}
