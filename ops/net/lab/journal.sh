# shellcheck shell=bash disable=SC2034,SC2154
# What up made: a line KIND|NAME for each thing, written before it is made. down deletes these, last one first, and each
# step of it may be made twice; so it does not matter where up or down was killed.
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

# Replaces the plan by what the journal has. A line without its end is a crash while it was written:
# nothing was made yet.
load_journal() {
    local kind name
    item_kind=() item_name=()
    [[ -r $journal ]] || return 0
    while IFS='|' read -r kind name; do plan "$kind" "$name"; done <"$journal"
}

# One at a time. Every command that up runs inherits the lock, so that down, which waits for it, finds no command of a
# killed up still at work. The lock is on the folder, which may have gone with a down that just ended.
lock_lab() {
    (umask 022 && mkdir -p "${lab%/*}") || fault 4 "cannot make the folder ${lab%/*}"
    mkdir -p "$lab"
    exec {lock}<"$lab"
    { flock -w 10 "$lock" && [[ /proc/self/fd/$lock -ef $lab ]]; } ||
        fault 4 'another lab.sh is running; try again when it has ended'
}
