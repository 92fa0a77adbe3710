# shellcheck shell=bash disable=SC2154
# The caller's cgroups that count threads, and the systemd units that they belong to.

# Mount points of the file systems that may have pids.max, each with its line of /proc/self/cgroup: version 2 alone,
# version 1's pids, or both ("hybrid").
# Prints "MOUNT ROOT PATH" a line. In a container, ROOT of the mount is the container's own cgroup.
pids_mounts() {
    local hierarchy controllers path v1='' v2='' fields type options i
    while IFS=: read -r hierarchy controllers path; do
        [[ ,$controllers, == *,pids,* ]] && v1=$path
        [[ $hierarchy == 0 && -z $controllers ]] && v2=$path
    done <"$root/proc/self/cgroup"
    while read -ra fields; do # ... ROOT MOUNT OPTIONS [TAG...] - TYPE SOURCE OPTIONS
        for ((i = 6; i < ${#fields[@]}; i++)); do [[ ${fields[i]} != - ]] || break; done
        type=${fields[i + 1]:-} options=${fields[i + 3]:-}
        if [[ $type == cgroup && ,$options, == *,pids,* && -n $v1 ]]; then
            printf '%s\t%s\t%s\n' "${fields[4]}" "${fields[3]}" "$v1"
        elif [[ $type == cgroup2 && -n $v2 ]]; then
            printf '%s\t%s\t%s\n' "${fields[4]}" "${fields[3]}" "$v2"
        fi
    done <"$root/proc/self/mountinfo"
}

# Every pids.max from the top of each tree down to the caller, and those of all users' slices, because the drop-in for
# user-.slice applies to them, too. The real root has none.
pids_files() {
    local mount top path folder file
    while IFS=$'\t' read -r mount top path; do
        [[ $top == / ]] || path=${path#"$top"}
        [[ $path != *..* ]] || path=/ # a namespace that is not the process's own
        folder=$mount
        printf '%s\n' "$folder/pids.max"
        while [[ $path == /?* ]]; do
            path=${path#/}
            folder+=/${path%%/*}
            printf '%s\n' "$folder/pids.max"
            [[ $path == */* ]] || break
            path=/${path#*/}
        done
        for file in "$root$mount"/user.slice/user-*.slice/pids.max; do printf '%s\n' "${file#"$root"}"; done
    done < <(pids_mounts) | while IFS= read -r file; do
        [[ ! -f $root$file ]] || printf '%s\n' "$file"
    done | LC_ALL=C sort -u
}

has_systemd() { [[ -d $root/run/systemd/system ]]; }

# Cgroups below user@UID.service belong to the user's own systemd. The system's drop-ins do not apply to them.
is_unit() { # FOLDER
    [[ $1 != */user@*.service/* && ${1##*/} == ?*.@(slice|service|scope) && $1 != */-.slice ]]
}

# The drop-in folder of the unit that a pids.max belongs to; empty if systemd does not own it.
# All login users share one template. A scope does not survive a reboot, even with --persist.
drop_in() { # PIDS_FILE
    local folder=${1%/pids.max} unit to=/run
    has_systemd && is_unit "$folder" || return 0
    unit=${folder##*/}
    $persist && [[ $unit != *.scope ]] && to=/etc
    [[ $unit == user-+([0-9]).slice ]] && unit=user-.slice
    printf '%s/systemd/system/%s.d/%s' "$to" "$unit" "$drop_in_file"
}

reload_systemd() {
    local systemctl=systemctl answer
    [[ -z $root ]] || systemctl=$root/bin/systemctl # a fake tree's own, never the machine's
    if [[ -n $root && ! -x $systemctl ]]; then return; fi
    answer=$("$systemctl" daemon-reload 2>&1) || refuse "systemctl daemon-reload: ${answer##*$'\n'}"
}
