# shellcheck shell=bash disable=SC2154
# Deletes the things that the journal names, the last one first, and then the folder. It skips what does not exist.

deleted=0

delete_all() {
    local i
    for ((i = ${#item_kind[@]} - 1; i >= 0; i--)); do
        "delete_${item_kind[i]}" "${item_name[i]}"
    done
    # the journal is deleted last: without it only files are left
    find "$lab" -mindepth 1 ! -path "$journal" -delete
    crash_point
    rm -f "$journal"
    crash_point
    rmdir "$lab"
    rmdir "${lab%/*}" 2>/dev/null || true
}

show_deleted() { # WHAT
    crash_point
    echo "$1"
    deleted=$((deleted + 1))
}

delete_bridge() { # NAME
    link_there "$1" || return 0
    ip link del dev "$1"
    show_deleted "bridge $1"
}

delete_link() { # NAME: takes the other end with it
    link_there "$1" || return 0
    ip link del dev "$1"
    show_deleted "link $1"
}

delete_namespace() { # NAME
    [[ -e $named/$1 ]] || return 0
    end_processes "$1"
    ip netns del "$1"
    show_deleted "namespace $1"
}

# Processes of the host, and those that a user has started there by ip netns exec.
end_processes() { # NAMESPACE
    local tries pids
    for ((tries = 0; tries < 500; tries++)); do
        # ip cannot show a name that a killed up had not mounted yet
        mapfile -t pids < <(ip netns pids "$1" 2>/dev/null)
        ((${#pids[@]})) || return 0
        kill -9 "${pids[@]}" 2>/dev/null || true
        sleep 0.02
    done
    fault 1 "processes in $1 do not end: ${pids[*]}; run down again"
}

# Only if no other namespace has a name.
delete_names() { # FOLDER
    [[ -d $1 && -z $(ls -A "$1") ]] || return 0
    ! mountpoint -q "$1" || umount "$1"
    crash_point
    rmdir "$1"
    show_deleted "mount $1"
}
