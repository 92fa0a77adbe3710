# shellcheck shell=bash disable=SC2154
# The writes of apply. Each is in the journal before it is made. A refused write is listed, and the others go on.

refused=()
refuse() { refused+=("$*"); }
refuse_value() { # PATH NOW ASKED WHY
    label "$1"
    refuse "$reply stays $2, asked for $3: $4"
}

show() { # PATH OLD NEW
    local old=${2:-(none)} new=${3:-(none)}
    label "$1"
    printf '%-42s %s → %s\n' "$reply" "${old//$'\t'/ }" "${new//$'\t'/ }"
}

label() { # PATH: sets $reply to a sysctl's name, a cgroup's, or the path
    local key=${1#/proc/sys/} folder=${1%/pids.max}
    case $1 in
        /proc/sys/*) reply=${key//\//.} ;;
        */pids.max) reply="pids.max of ${folder#/sys/fs/cgroup/}" ;;
        *) reply=$1 ;;
    esac
}

# Writes with one write(2), as the kernel requires; prints the reason if that fails.
put() { # PATH VALUE
    local answer
    answer=$({ printf '%s\n' "$2" >"$root$1"; } 2>&1) && return
    printf '%s' "${answer##*: }"
    return 1
}

change_value() { # PATH NEW
    local was before now why old new
    was=$(<"$root$1")
    canonical "$1" "$2"
    new=$reply
    canonical "$1" "$was"
    before=$reply
    old=$was
    ! is_ours "$1" "$before" || old='='
    # an earlier apply may have noted this change and not made it
    if ! is_ours "$1" "$new" || [[ ${journal_boot[$1]} != "$this_boot" ]] ||
        [[ $old != '=' && $old != "${journal_old[$1]}" ]]; then
        record value "$old" "$new" "$1"
    fi
    if ! why=$(put "$1" "$2"); then
        refuse_value "$1" "$was" "$2" "$why"
        return
    fi
    crash_point
    canonical "$1" "$(<"$root$1")"
    now=$reply
    if [[ $now == "$before" ]]; then
        refuse_value "$1" "$was" "$2" 'the kernel accepted the write but kept its own value'
        return
    fi
    # the kernel may have changed the value, and that value counts as ours
    is_ours "$1" "$now" || record value = "$now" "$1"
    show "$1" "$was" "$(<"$root$1")"
    changes=$((changes + 1))
}

# After a reload of systemd, which may have changed the value in between. revert goes back to the value before both.
put_again() { # PATH NEW
    local why
    record value = "$2" "$1"
    why=$(put "$1" "$2") || refuse_value "$1" "$(<"$root$1")" "$2" "$why"
    crash_point
}

make_folder() { # PATH
    [[ ! -d $root$1 ]] || return 0
    make_folder "${1%/*}" || return
    record folder '' '' "$1"
    mkdir -m 755 "$root$1" && crash_point
}

sha() { # FILE
    local sum
    sum=$(sha256sum <"$1") && printf '%s' "${sum%% *}"
}

# Installs the whole file or nothing: it is written under another name and renamed. systemd, sysctl and PAM do not read
# that name.
change_file() { # PATH CONTENT
    local new was=absent why
    if ! why=$(writable_above "$1"); then
        refuse "$1 was not written: $why"
        return
    fi
    make_folder "${1%/*}"
    new=$(printf '%s\n' "$2" | sha /dev/stdin)
    if [[ -e $root$1 ]]; then
        was='='
        is_ours "$1" "$(sha "$root$1")" || was=$(save_copy "$1")
    fi
    record file "$was" "$new" "$1"
    printf '%s\n' "$2" >"$root$1$beside"
    chmod 644 "$root$1$beside"
    crash_point
    sync "$root$1$beside"
    mv -f "$root$1$beside" "$root$1"
    sync "$root${1%/*}"
    crash_point
    if [[ $was == absent ]]; then show "$1" absent written; else show "$1" 'as it was' 'rewritten'; fi
    changes=$((changes + 1))
}
beside=.threadwall-new

writable_above() { # PATH
    local folder=${1%/*}
    while [[ -n $folder && ! -d $root$folder ]]; do folder=${folder%/*}; done
    [[ -w $root$folder/ ]] || {
        printf 'cannot write to %s' "${folder:-/}"
        return 1
    }
}

# Copies bytes, owner, mode and times. Prints the copy's name.
save_copy() { # PATH
    local n=1 saved=$root$journal_folder/saved
    [[ -d $saved ]] || mkdir -m 700 "$saved"
    while [[ -e $saved/$n ]]; do n=$((n + 1)); done
    cp -a -- "$root$1" "$saved/$n"
    sync "$saved/$n" "$saved" "$root$journal_folder"
    printf '%s' "$n"
}

change_reload() {
    local before=${#refused[@]}
    reload_systemd
    crash_point
    note_units
    ((${#refused[@]} > before)) || append_to_journal reload '' '' ''
}
