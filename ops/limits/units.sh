# shellcheck shell=bash disable=SC2154
# What a reload of systemd makes of cgroups that apply has no business with: it reckons each TasksMax in per cent anew,
# and a unit that was started before pid_max was raised (journald) gets another number than it had. Those numbers are
# put back, too.

declare -A seen=() # by path: pids.max before a reload whose outcome is not in the journal yet

# Every pids.max that systemd owns.
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

# Before a reload, and before the drop-ins that call for it, as revert reloads after a crash between the two.
see_units() { # PIDS_FILE...
    local file lines=()
    for file in "$@"; do
        ! number_at "$file" || lines+=(seen "$reply" '' "$file")
    done
    ((${#lines[@]} == 0)) || record "${lines[@]}"
}

# After it, or after a crash: what is another number now is the reload's doing.
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

# Only cgroups that apply has seen: those that are new since have only ever had what the reload takes from them.
known_units() {
    local path
    for path in "${!journal_old[@]}"; do
        [[ $path != */pids.max ]] || printf '%s\n' "$path"
    done | LC_ALL=C sort
}
