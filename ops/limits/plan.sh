# shellcheck shell=bash disable=SC2154
# The changes of apply, as data: computed before anything is changed, printed by --dry-run, made by apply.
#
# The cgroups come before the sysctls: at a reload, systemd computes each TasksMax that is a percentage from the lower of
# threads-max and pid_max, for all other units, too. revert goes in reverse order, so it reloads systemd after it has put
# threads-max back.
item_kind=() item_path=() item_new=() # value | file | reload; for a file its content

plan() { # KIND PATH NEW
    item_kind+=("$1") item_path+=("$2") item_new+=("$3")
}

plan_value() { # PATH NEED SET
    local now
    [[ -f $root$1 ]] || return 0 # a module that is not loaded
    canonical "$1" "$(<"$root$1")"
    now=$reply
    raised "$1" "$now" "$2" "$3"
    [[ $reply == "$now" ]] || plan value "$1" "$reply"
}

plan_file() { # PATH CONTENT
    [[ -f $root$1 && $(<"$root$1") == "$2" ]] || plan file "$1" "$2"
}

plan_all() {
    local key path text
    if [[ -n $aim_pids ]]; then plan_cgroups; fi
    for key in "${aim_keys[@]}"; do
        sysctl_path "$key"
        plan_value "$path" "${aim_need[$key]}" "${aim_set[$key]}"
    done
    $persist || return 0
    if [[ -n $aim_nproc ]]; then
        text=$(sysctl_text "$threads_file")
        plan_file "/etc/sysctl.d/$threads_file" "$text"
    fi
    if [[ -n $aim_nofile ]]; then
        text=$(sysctl_text "$connections_file")
        plan_file "/etc/sysctl.d/$connections_file" "$text"
    fi
    text=$(limits_text)
    [[ -n $text ]] || return 0
    if sessions_rise; then
        plan_file "/etc/security/limits.d/$limits_file" "$text"
    else
        refuse "/etc/security/limits.d/$limits_file is not written: without CAP_SYS_RESOURCE, no session can exceed" \
            'the limits of this one; in a container, restart it with --ulimit nofile=N --ulimit nproc=N'
    fi
}

plan_cgroups() {
    local file now need set drop drops=() users=false
    declare -A tasks=()
    read -r need set <<<"$aim_pids"
    while IFS= read -r file; do
        plan_value "$file" "$need" "$set"
        [[ $file != */user-+([0-9]).slice/pids.max ]] || users=true
        now=$(<"$root$file")
        drop=$(drop_in "$file")
        [[ -n $drop ]] || continue
        # one drop-in applies to all users, and must not lower the limit of any of them
        raised "$file" "$now" "$need" "$set"
        larger "${tasks[$drop]:-0}" "$reply"
        tasks[$drop]=$reply
        if [[ ${drops[*]} != *"$drop"* ]] && { ! reaches "$now" "$need" || is_ours "$file" "$now"; }; then
            drops+=("$drop")
        fi
    done < <(pids_files)
    if has_systemd && ! $users && ! others_set_tasks; then
        drop=$(drop_in /user.slice/user-0.slice/pids.max)
        drops+=("$drop") tasks[$drop]=$set
    fi
    for drop in "${drops[@]}"; do
        now=$(tasks_max "$root$drop")
        larger "${tasks[$drop]}" "${now:-0}"
        plan_file "$drop" "$(drop_in_text "$drop" "$reply")"
    done
    if ((${#drops[@]})) && { $reload_due || [[ " ${item_kind[*]} " == *' file '* ]]; }; then plan reload systemd ''; fi
}

tasks_max() { # FILE: the number in a drop-in; nothing where there is none
    [[ ! -f $1 ]] || sed -n 's/^TasksMax=//p' "$1"
}

# If no user is logged in, the limit of users cannot be read. A number set by an administrator is then left alone.
others_set_tasks() {
    local file
    for file in "$root"/{etc,run}/systemd/system/user-.slice.d/*.conf; do
        [[ ! -f $file || $file == */"$drop_in_file" ]] || ! grep -q '^TasksMax=' "$file" || return 0
    done
    return 1
}

run_plan() {
    local i need set file files
    if [[ " ${item_kind[*]} " == *' reload '* ]]; then
        mapfile -t files < <(unit_files)
        see_units "${files[@]}"
    fi
    for i in "${!item_kind[@]}"; do
        case ${item_kind[i]} in
            value) change_value "${item_path[i]}" "${item_new[i]}" ;;
            file) change_file "${item_path[i]}" "${item_new[i]}" ;;
            reload)
                change_reload
                # a later drop-in, or set-property, may override ours
                read -r need set <<<"$aim_pids"
                while IFS= read -r file; do
                    [[ -n ${journal_kind[$file]+set} ]] || continue
                    reaches "$(<"$root$file")" "$need" || put_again "$file" "$set"
                done < <(pids_files)
                ;;
        esac
    done
}

show_plan() {
    local i
    for i in "${!item_kind[@]}"; do
        case ${item_kind[i]} in
            value) show "${item_path[i]}" "$(<"$root${item_path[i]}")" "${item_new[i]}" ;;
            file)
                printf '%s, to be written:\n' "${item_path[i]}"
                sed -e '/^#/d' -e '/^$/d' -e 's/^/    /' <<<"${item_new[i]}"
                ;;
            reload) echo 'systemctl daemon-reload' ;;
        esac
    done
}
