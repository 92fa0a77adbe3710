# shellcheck shell=bash disable=SC2154
# Restores the values of the journal, in reverse order. Each step can be repeated, so it can go on after a crash.

kept=()              # paths that stay in the journal
left=()              # the reasons, for the user
undone=0             # number of values put back
reload_pending=false # of a drop-in that goes

keep() { # PATH WHY
    kept+=("$1")
    label "$1"
    left+=("$reply: $2")
}

# The state of each value since apply: ours · back (at its old value) · gone (its session has ended, its module is
# unloaded, or a reboot has reset it and no file of ours is in /etc) · changed.
# It is determined for all of them before any is put back, because that makes systemd write pids.max, too.
state_of() { # PATH: sets $reply
    local now old=${journal_old[$1]}
    case ${journal_kind[$1]} in
        folder) reply=ours ;;
        value | unit)
            if [[ ! -e $root$1 ]]; then
                reply=gone
                return
            fi
            now=$(<"$root$1")
            if [[ $now == "$old" ]]; then
                reply=back
            elif canonical "$1" "$now" && is_ours "$1" "$reply"; then
                reply=ours
            elif [[ ${journal_boot[$1]} != "$this_boot" && " ${journal_paths[*]}" != *' /etc/'* ]]; then
                reply=gone
            else
                reply=changed
            fi
            ;;
        file)
            if [[ -e $root$1 ]] && is_ours "$1" "$(sha "$root$1")"; then
                reply=ours
            elif [[ $old == absent && ! -e $root$1 ]]; then
                reply=back
            elif [[ $old != absent && -e $root$1 ]] && cmp -s "$root$1" "$root$journal_folder/saved/$old"; then
                reply=back
            else
                reply=changed
            fi
            ;;
    esac
}

revert_all() {
    local i path
    declare -A state=()
    for path in "${journal_paths[@]}"; do
        state_of "$path"
        state[$path]=$reply
    done
    # systemd is reloaded without the drop-ins and with the old sysctls before the values of its cgroups are put back
    for ((i = ${#journal_paths[@]} - 1; i >= 0; i--)); do
        path=${journal_paths[i]}
        [[ $path == */pids.max ]] || "revert_${journal_kind[$path]}" "$path" "${state[$path]}"
    done
    revert_reload
    for ((i = ${#journal_paths[@]} - 1; i >= 0; i--)); do
        path=${journal_paths[i]}
        [[ $path != */pids.max ]] || "revert_${journal_kind[$path]}" "$path" "${state[$path]-}"
    done
    keep_folders
    keep_in_journal "${kept[@]}"
}

revert_value() { # PATH STATE
    local now old why
    case $2 in
        gone) return ;;
        changed)
            keep "$1" "changed since apply, to $(<"$root$1"); before apply it was ${journal_old[$1]:-(none)}"
            return
            ;;
    esac
    now=$(<"$root$1")
    [[ $now != "${journal_old[$1]}" ]] || return 0
    if ! why=$(put "$1" "${journal_old[$1]}"); then
        keep "$1" "stays $now: $why"
        return
    fi
    crash_point
    canonical "$1" "${journal_old[$1]}"
    old=$reply
    canonical "$1" "$(<"$root$1")"
    if [[ $reply != "$old" ]]; then
        keep "$1" "stays $(<"$root$1"): the kernel did not accept ${journal_old[$1]}"
        return
    fi
    show "$1" "$now" "${journal_old[$1]}"
    undone=$((undone + 1))
}

# A value that a reload set, by revert or by apply, is not a user's choice.
revert_unit() { # PATH
    state_of "$1"
    revert_value "$1" "$reply"
}

revert_file() { # PATH STATE
    local why
    rm -f "$root$1$beside" 2>/dev/null || true
    case $1:$2 in
        *:changed) ;;
        /run/*) [[ ${journal_boot[$1]} != "$this_boot" ]] || reload_pending=true ;; # systemd began without it
        */systemd/system/*) reload_pending=true ;;
    esac
    case $2 in
        back) return ;;
        changed)
            keep "$1" 'changed since apply, so it stays'
            return
            ;;
    esac
    if ! why=$(put_file_back "$1" 2>&1); then
        keep "$1" "${why##*: }"
        return
    fi
    crash_point
    show "$1" written "$([[ ${journal_old[$1]} == absent ]] && echo removed || echo 'as it was')"
    undone=$((undone + 1))
}

put_file_back() { # PATH
    local old=${journal_old[$1]}
    if [[ $old == absent ]]; then
        rm -f "$root$1" || return
    else
        cp -a -- "$root$journal_folder/saved/$old" "$root$1$beside" || return
        sync "$root$1$beside"
        mv -f "$root$1$beside" "$root$1" || return
    fi
    sync "$root${1%/*}"
}

# Deletes the folder only if it is empty: files of others stay.
revert_folder() { # PATH
    if rmdir "$root$1" 2>/dev/null; then crash_point; fi
}

revert_reload() {
    local files
    $reload_pending || return 0
    mapfile -t files < <(known_units)
    see_units "${files[@]}"
    reload_systemd
    left+=("${refused[@]}")
    crash_point
    note_units
}

# A folder of ours that still has a file stays in the journal, to be deleted with it later.
keep_folders() {
    local path file
    for path in "${journal_paths[@]}"; do
        [[ ${journal_kind[$path]} == folder && -d $root$path ]] || continue
        for file in "${kept[@]}"; do
            [[ $file != "$path"/* ]] || {
                kept=("$path" "${kept[@]}")
                break
            }
        done
    done
}
