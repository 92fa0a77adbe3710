# shellcheck shell=bash disable=SC2034,SC2154
# The things that up made: a line KIND|NAME for each, written before it is made. down deletes these, the last one first,
# and can repeat each step. So it does not matter where up or down was killed.
journal=$lab/journal

# Test hook: LAB_CRASH=K ends the script as kill -9 does, after the K-th change.
changes=0
crash_point() {
    changes=$((changes + 1))
    [[ ${LAB_CRASH:-} != "$changes" ]] || kill -9 $$
}

journal_there() { [[ -e $journal ]]; }

record() { # KIND NAME
    printf '%s|%s\n' "$1" "$2" >>"$journal"
    crash_point
}

# Replaces the plan by the journal. A line without its end was cut off by a crash, and its thing was not made.
load_journal() {
    local kind name
    item_kind=() item_name=()
    [[ -r $journal ]] || return 0
    while IFS='|' read -r kind name; do plan "$kind" "$name"; done <"$journal"
}

# One script at a time. Every command that up runs inherits the lock, so down waits until no command of a killed up runs any
# more. The lock is on the folder, which a down that just ended may have deleted.
lock_lab() {
    (umask 022 && mkdir -p "${lab%/*}") || fault 4 "cannot make the folder ${lab%/*}"
    mkdir -p "$lab"
    exec {lock}<"$lab"
    { flock -w 10 "$lock" && [[ /proc/self/fd/$lock -ef $lab ]]; } ||
        fault 4 'another lab.sh is running; try again when it has ended'
}
