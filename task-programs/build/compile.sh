# shellcheck shell=bash disable=SC2034,SC2154 # used by and set by others
# Builds one family if, and only if, its sources or its toolchain changed, or a program is missing.

# Sets the folder of the family's sources, the name of its program, and the files that a build leaves.
begin_family() { # FOLDER PROGRAM
    folder=$1 program=$2
    target=$folder/target
    log=$target/$family.log     # output of the last build
    built=$target/$family.built # sources and toolchain of the last good build
    tool='' version='' why='' how=''
}

# The toolchain, and a line for each source, our own commands first. By content, as ops/setup/build.sh does it and for its reason.
made_from() { # TOOLCHAIN
    printf '%s\n' "$1"
    cat "$task_programs/build/families.sh" "$task_programs/build/dotnet.sh" | sha256sum
    (cd "$folder" && find . \( -name target -o -name node_modules \) -prune -o -type f ! -name Cargo.lock -print0 |
        LC_ALL=C sort -z | xargs -0r sha256sum)
}

up_to_date() { # SUMS PROGRAM...
    local made
    [[ -f $built && $(<"$built") == "$1" ]] || return
    for made in "${@:2}"; do
        [[ -s $folder/$made ]] || return
    done
}

# Runs COMMAND in the family's folder if a program is out of date; false if it failed, after a message.
compile() { # TOOLCHAIN "PROGRAM..." COMMAND...
    local sums programs
    read -r -a programs <<<"$2"
    sums=$(made_from "$1")
    ! up_to_date "$sums" "${programs[@]}" || return 0
    if ! mkdir -p "$target" 2>/dev/null || [[ ! -w $target ]]; then
        log="nothing ran"
        failed "cannot write to $target"
        return 1
    fi
    lock_family
    if ! up_to_date "$sums" "${programs[@]}"; then
        say "building $test/$family with $1 ..."
        rm -f "$built"
        if ! ends_with_us "${@:3}"; then
            failed "$(what_failed)"
            return 1
        fi
        printf '%s\n' "$sums" >"$built"
        if ! up_to_date "$sums" "${programs[@]}"; then
            rm -f "$built"
            failed "the build made no ${programs[*]}"
            return 1
        fi
    fi
    exec {family_lock}>&-
}

# Runs COMMAND in the family's folder, with its output in the log. It has a process group of its own, which is ended with
# this script: cargo starts compilers, and none of them may go on after the run was ended.
ends_with_us() { # COMMAND...
    local group code=0
    set -m
    (cd "$folder" && "$@") >"$log" 2>&1 </dev/null &
    group=$!
    set +m
    # shellcheck disable=SC2064 # this group, whatever comes later
    trap "kill -TERM -- -$group 2>/dev/null; exit 143" TERM INT HUP
    wait "$group" || code=$?
    trap - TERM INT HUP
    return "$code"
}

# Two scripts at once, such as those of a test and of a run, build one after the other.
lock_family() {
    exec {family_lock}>"$target/$family.lock"
    ! type -P flock >/dev/null || flock "$family_lock"
}

# The compiler's first error, or the last line of its output.
what_failed() {
    grep -im 1 'error' "$log" || sed '/^[[:space:]]*$/d' "$log" | tail -n 1
}
