# shellcheck shell=bash disable=SC2154
# Prints a line for each limit. It changes nothing, and needs no root.

status_line() { # PATH NEED SET
    local name now new first='' what=enough
    label "$1"
    name=$reply
    if [[ ! -f $root$1 ]]; then
        printf '%-46s %s\n' "$name" 'not there'
        return
    fi
    canonical "$1" "$(<"$root$1")"
    now=$reply
    raised "$1" "$now" "$2" "$3"
    new=$reply
    [[ $new == "$now" ]] || what=short
    if [[ -n ${journal_kind[$1]+set} ]]; then
        canonical "$1" "${journal_old[$1]}"
        first=$reply
        if is_ours "$1" "$now"; then
            what+=', ours'
        elif [[ $now != "$first" ]]; then
            what+=', changed since apply'
        fi
        first=${first:-(none)}
    fi
    printf '%-46s %-20s %-20s %-20s %s\n' "$name" "${now:-(none)}" "${new:-(none)}" "${first:--}" "$what"
}

status_all() {
    local key file need set path
    printf '%-46s %-20s %-20s %-20s %s\n' limit now 'with apply' 'before apply' state
    for key in "${aim_keys[@]}"; do
        sysctl_path "$key"
        status_line "$path" "${aim_need[$key]}" "${aim_set[$key]}"
    done
    read -r need set <<<"$aim_pids"
    while IFS= read -r file; do
        [[ -z $need ]] || status_line "$file" "$need" "$set"
    done < <(pids_files)
    for path in "${journal_paths[@]}"; do
        [[ ${journal_kind[$path]} != file ]] || status_file "$path"
    done
    if journal_there && [[ -r $root$journal ]]; then
        echo "journal: $journal; undo: sudo $0 revert"
    elif [[ -d $root$journal_folder && ! -x $root$journal_folder ]]; then
        echo "journal: only root can read $journal_folder; values set by apply are not marked"
    else
        echo 'journal: none; there is nothing to revert'
    fi
}

status_file() { # PATH
    local what='changed since apply'
    if [[ ! -e $root$1 ]]; then
        what='deleted since apply'
    elif is_ours "$1" "$(sha "$root$1")"; then
        what=ours
    fi
    printf '%-86s %s\n' "$1" "$what"
}
