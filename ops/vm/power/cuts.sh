# shellcheck shell=bash disable=SC2154
# `threadwall vm-test power`: servers in a machine whose power is cut, again and again, while they store users. The clients are
# here, and so they know what was acknowledged, whatever becomes of the machine.

tw_vm_cuts=''                        # for each store; 10 where none are asked for
tw_vm_power=$tw_vm/power             # disks of the machine, and below a folder for each record
tw_vm_unsynced=$tw_vm_power/unsynced # of the same machine, in which nothing is ever synced

# PostgreSQL's programs are unpacked at its first start, which over there would be every one.
unpack_postgres() { # FOLDER
    local postgres ready='' pid
    exec {postgres}< <(
        exec {tw_vm_lock}>&-
        XDG_CACHE_HOME=$1 exec setpriv --pdeathsig TERM "$tw_jdk/bin/java" -jar "$tw_home/store/target/store.jar" \
            </dev/null 2>"$tw_vm/postgres.log"
    )
    pid=$!
    IFS= read -r -t 120 -u "$postgres" ready || true
    kill "$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
    exec {postgres}<&-
    [[ $ready == READY* ]] || fault 4 "PostgreSQL does not start here; see $tw_vm/postgres.log"
}

power_disks() {
    local files=$tw_vm_run/program module folder
    mkdir "$files"
    for module in server-kilim server-spring store; do
        mkdir -p "$files/$module/target"
        cp -r "$tw_home/$module/target/$module.jar" "$tw_home/$module/target/lib" "$files/$module/target/"
    done
    cp "$tw_home/ops/vm/power/init.sh" "$files/"
    unpack_postgres "$files/cache"
    chmod -R a+rX "$files"
    rm -rf "$tw_vm_power"
    mkdir -p "$tw_vm_unsynced"
    for folder in "$tw_vm_power" "$tw_vm_unsynced"; do
        ln -s "$tw_vm_base" "$folder/base"
        ln -s "$tw_vm_jdk" "$folder/jdk.img"
    done
    image_of "$files" "$tw_vm_power/program.img"
    cc -shared -fPIC -o "$files/nosync.so" "$tw_home/ops/vm/power/nosync.c"
    image_of "$files" "$tw_vm_unsynced/program.img"
    rm -rf "$files"
}

judge() { # WHAT COMMAND...: a line of TAP; counts in failed
    if "${@:2}"; then
        echo "ok - $1"
    else
        echo "not ok - $1"
        failed=$((failed + 1))
    fi
}

# Its report is TAP's commentary; its status is ours. Folders are named as seen from the project's root, since a record has
# the words of its command. For each connection PostgreSQL starts a process, and emulated ten take longer than a server waits.
cut_power() { # DISKS STORE ROUNDS
    local disks=${1#"$tw_home/"}
    (
        cd "$tw_home" || exit
        exec {tw_vm_lock}>&-
        exec setpriv --pdeathsig TERM ./threadwall resilience crash --servers kilim --store "$2" --rounds "$3" \
            --server-option '--db-connections 2' --machine "$disks" --out "$disks/$2"
    ) | sed 's/^/# /'
}

# A store that is loaded with nosync.so has to lose what it has acknowledged, or the others have proved nothing.
is_found_out() {
    ! cut_power "$tw_vm_unsynced" embedded 1 &&
        grep -qs '"lost":[1-9]' "$tw_vm_unsynced/embedded/run.jsonl"
}

vm_run_power() {
    local failed=0 cuts=${tw_vm_cuts:-10} store
    power_disks
    phase 'one power cut with a store that never syncs'
    judge 'the test detects a store that never syncs' is_found_out
    for store in embedded postgres; do
        phase "$cuts power cuts, $store"
        judge "$store keeps all acknowledged users over $cuts power cuts" cut_power "$tw_vm_power" "$store" "$cuts"
    done
    phase "$((3 - failed)) passed, $failed failed; records in $tw_vm_power"
    ((failed == 0))
}
