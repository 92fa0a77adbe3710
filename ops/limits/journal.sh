# shellcheck shell=bash disable=SC2034,SC2154
# The values before apply changed them: one line for each change, on disk before the change is made.
#
#   value|OLD|NEW|PATH     a line of a file in /proc or /sys
#   file|OLD|NEW|PATH      OLD: absent, or the name of the copy in saved/; NEW: its SHA-256
#   folder|||PATH          made by apply, deleted when it is empty
#   reload|||              systemd has read the drop-ins above
#   boot|||ID              the lines below are of this boot
#   seen|OLD||PATH         pids.max of a unit before a reload
#   unit|OLD|NEW|PATH      its value after the reload; valid in the same boot only
#   noted|||               the lines above have everything that the reload changed
#
# OLD "=" means: apply itself set the value that was there, so revert goes back to the OLD of the earlier line. With any
# other OLD, a user or a reboot has changed the value since, and revert goes back to this OLD. PATH comes last, because it
# may contain any character. A line without its end was cut off by a crash; its change was never made.
journal_folder=/var/lib/threadwall/limits
journal=$journal_folder/journal
declare -A journal_kind=() journal_old=() journal_new=() # by path; journal_new as "|NEW|NEW|"
declare -A journal_boot=()                               # by path: the boot of its last line
last_boot=''
journal_paths=() # in the order of their first line
reload_due=false

# Test hook: LIMITS_CRASH=K ends the script as kill -9 does, after the K-th write to the disk or to the kernel.
written=0
crash_point() {
    written=$((written + 1))
    [[ ${LIMITS_CRASH:-} != "$written" ]] || kill -9 $$
}

journal_there() { [[ -e $root$journal ]]; }

load_journal() {
    local kind was new path
    [[ -r $root$journal ]] || return 0
    while IFS='|' read -r kind was new path; do
        take_line "$kind" "$was" "$new" "$path"
    done <"$root$journal"
}

take_line() { # KIND OLD NEW PATH
    case $1 in
        reload) reload_due=false ;;
        boot) last_boot=$4 ;;
        noted) seen=() ;;
        seen)
            [[ $last_boot == "$this_boot" ]] || return 0
            seen[$4]=$2
            [[ -n ${journal_old[$4]+set} ]] || journal_old[$4]=$2
            ;;
        value | unit | file | folder)
            [[ $1 != unit || $last_boot == "$this_boot" ]] || return 0
            [[ -n ${journal_kind[$4]+set} ]] || journal_paths+=("$4")
            journal_kind[$4]=$1 journal_boot[$4]=$last_boot
            [[ $2 == '=' ]] || journal_old[$4]=$2 journal_new[$4]='|'
            journal_new[$4]=${journal_new[$4]:-|}$3'|'
            [[ $4 != */systemd/system/* ]] || reload_due=true
            ;;
    esac
}

# Reads all of it, and adds what a reload changed if a crash prevented the note.
open_journal() {
    mend_journal
    load_journal
    note_units
}

this_boot=unknown
read -r this_boot 2>/dev/null <"$root/proc/sys/kernel/random/boot_id" || true

# Whether apply wrote VALUE there; the kernel may spell it otherwise.
is_ours() { # PATH VALUE
    [[ ${journal_new[$1]:-} == *"|$2|"* ]]
}

# One script at a time. The lock is on the folder, so no lock file stays behind. A revert that just ended may have
# deleted the folder.
lock_journal() {
    { (umask 022 && mkdir -p "$root$journal_folder") && chmod 700 "$root$journal_folder"; } 2>/dev/null ||
        fault 4 "cannot record the old values in $journal_folder; nothing was changed"
    exec {lock}<"$root$journal_folder"
    { flock -n "$lock" && [[ /proc/self/fd/$lock -ef $root$journal_folder ]]; } ||
        fault 4 "another limits.sh is running; try again when it has ended"
    sync "$root$journal_folder" "$root${journal_folder%/*}" "$root/var/lib"
}

# The next line must not be appended to one that a crash cut off.
mend_journal() {
    journal_there || return 0
    [[ -s $root$journal && -n $(tail -c 1 "$root$journal") ]] || return 0
    sed '$d' "$root$journal" >"$root$journal.new"
    replace_journal
}

replace_journal() {
    sync "$root$journal.new"
    mv -f "$root$journal.new" "$root$journal"
    sync "$root$journal_folder"
    crash_point
}

append_to_journal() { # KIND OLD NEW PATH ...
    local first=false
    journal_there || first=true
    printf '%s|%s|%s|%s\n' "$@" >>"$root$journal"
    sync "$root$journal"
    ! $first || sync "$root$journal_folder"
    crash_point
}

record() { # KIND OLD NEW PATH ...
    [[ $this_boot == "$last_boot" ]] || set -- boot '' '' "$this_boot" "$@"
    append_to_journal "$@"
    for (( ; $#; )); do
        take_line "${@:1:4}"
        shift 4
    done
}

# Keeps the given paths and drops the others. Without any, it deletes the journal, and its folders if they are empty.
keep_in_journal() { # PATH...
    local path new news old
    if (($#)); then
        : >"$root$journal.new"
        for path in "$@"; do
            old=${journal_old[$path]}
            printf 'boot|||%s\n' "${journal_boot[$path]}" >>"$root$journal.new"
            IFS='|' read -ra news <<<"${journal_new[$path]#|}"
            for new in "${news[@]-}"; do
                printf '%s|%s|%s|%s\n' "${journal_kind[$path]}" "$old" "$new" "$path" >>"$root$journal.new"
                old='='
            done
        done
        replace_journal
        return
    fi
    rm -f "$root$journal" "$root$journal.new"
    sync "$root$journal_folder"
    crash_point
    rm -rf "$root$journal_folder/saved"
    rmdir "$root$journal_folder" "$root${journal_folder%/*}" 2>/dev/null || true
}
