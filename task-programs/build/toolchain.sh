# shellcheck shell=bash disable=SC2034,SC2154 # used by and set by others
# Finds a toolchain: on PATH, then in folders that a user's shell may not have on PATH.

# Sets tool and version to the first NAME that is new enough; false if none is, with the reason in why.
# VERSION_OF prints the version of a program such as 1.26.8, or fails.
find_tool() { # NAME MINIMUM VERSION_OF FOLDER...
    local name=$1 minimum=$2 version_of=$3 path seen='' old=''
    while IFS= read -r path; do
        [[ -x $path && $seen != *":$path:"* ]] || continue
        seen+=:$path:
        if ! version=$("$version_of" "$path" 2>/dev/null </dev/null) || [[ -z $version ]]; then
            old+="${old:+, }$path does not run"
        elif at_least "$version" "$minimum"; then
            tool=$path
            return
        else
            old+="${old:+, }$path is $version"
        fi
    done < <(
        type -aP "$name" || true
        (($# < 4)) || printf "%s/$name\n" "${@:4}"
    )
    why="no $name on PATH"
    (($# < 4)) || why+=" or in $(printf '%s, ' "${@:4}")" why=${why%, }
    [[ -z $old ]] || why=$old
    [[ -z $old || $minimum == 0 ]] || why+=", and $minimum or newer is needed"
    return 1
}

# The same for a program that is started by its name: only the first of that name on PATH runs.
find_first() { # NAME MINIMUM VERSION_OF
    find_tool "$@" || return
    [[ $tool != "$(type -P "$1")" ]] || return 0
    why="$(type -P "$1") comes before $tool on PATH, but is too old or does not run"
    return 1
}

at_least() { # VERSION MINIMUM
    [[ $(printf '%s\n%s\n' "$1" "$2" | sort -V | head -n 1) == "$2" ]]
}

# The first number with a dot in it that the program prints.
number_in() { # PROGRAM ARGUMENT...
    local said
    said=$("$@") || return
    [[ $said =~ [0-9]+(\.[0-9]+)+ ]] && printf '%s' "${BASH_REMATCH[0]}"
}

version_by_option() { number_in "$1" --version; }

version_of_go() { number_in "$1" version; }

# From elixir's second line: the first is that of Erlang, which has a version of another kind.
version_of_elixir() {
    local said
    said=$("$1" --version) || return
    [[ $said =~ Elixir\ ([0-9.]+) ]] || return
    printf '%s' "${BASH_REMATCH[1]}"
    [[ ! $said =~ Erlang/OTP\ ([0-9]+) ]] || printf ', Erlang/OTP %s' "${BASH_REMATCH[1]}"
}
