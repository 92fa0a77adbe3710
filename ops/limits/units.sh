# shellcheck shell=bash disable=SC2154
# A reload of systemd also changes cgroups that apply does not raise: it computes each TasksMax that is a percentage
# again, so a unit that was started before pid_max was raised (journald) gets another number. revert puts these numbers
# back, too.

declare -A seen=() # by path: pids.max before a reload whose outcome is not in the journal yet

# Every pids.max that systemd manages.
unit_files() {
    local mount file
    has_systemd || return 0
    while IFS=$'\t' read -r mount _; do
        find "$root$mount" -name pids.max 2>/dev/null || true # cgroups that end meanwhile
    done < <(pids_mounts) | while IFS= read -r file; do
        ! is_unit "${file%/pids.max}" || printf '%s\n' "${file#"$root"}"
    done | LC_ALL=C sort -u
}

number_at() { # PIDS_FILE: sets $reply, where the cgroup is still there
    { read -r reply <"$root$1"; } 2>/dev/null
}

# Call it before a reload, and before the drop-ins are written: after a crash between the two, revert reloads.
see_units() { # PIDS_FILE...
    local file lines=()
    for file in "$@"; do
        ! number_at "$file" || lines+=(seen "$reply" '' "$file")
    done
    ((${#lines[@]} == 0)) || record "${lines[@]}"
}

# Call it after the reload, or after a crash: the reload has changed each number that differs now.
note_units() {
    local file files kind lines=()
    ((${#seen[@]})) || return 0
    mapfile -t files < <(printf '%s\n' "${!seen[@]}" | LC_ALL=C sort)
    for file in "${files[@]}"; do
        number_at "$file" || continue
        [[ $reply != "${seen[$file]}" && $reply != "${journal_old[$file]}" ]] || continue
        ! is_ours "$file" "$reply" || continue
        kind=${journal_kind[$file]:-unit}
        lines+=("$kind" '=' "$reply" "$file")
        [[ $command == apply && $kind == unit ]] || continue
        show "$file" "${seen[$file]}" "$reply"
        changes=$((changes + 1))
    done
    record "${lines[@]}" noted '' '' ''
}

# Only cgroups that apply has seen: newer ones have had no other value.
known_units() {
    local path
    for path in "${!journal_old[@]}"; do
        [[ $path != */pids.max ]] || printf '%s\n' "$path"
    done | LC_ALL=C sort
}
