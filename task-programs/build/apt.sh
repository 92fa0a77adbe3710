# shellcheck shell=bash disable=SC2034,SC2154 # used by and set by others
# Toolchains out of apt's packages: asked for by --install, and only in a version that will do.

# Brings a missing toolchain; false where that is not asked for or not to be had, with how to get it.
# The first package's version is the toolchain's.
bring() { # MINIMUM ELSEWHERE PACKAGE...
    local minimum=$1 elsewhere=$2 packages=("${@:3}") version by_hand
    by_hand="apt-get install ${packages[*]}"
    how=$elsewhere
    type -P apt-get >/dev/null || return
    version=$(apt_version "$3")
    if [[ -z $version ]] && $install && become_root; then
        update_lists
        version=$(apt_version "$3")
    fi
    if [[ -z $version ]]; then
        how="apt has no package $3 here: $elsewhere"
        return 1
    elif ! at_least "$version" "$minimum"; then
        how="apt's $3 is $version, too old: $elsewhere"
        return 1
    elif ! $install; then
        how="--install installs it, or run as root: $by_hand"
        return 1
    elif ! become_root; then
        how="installing needs root; run as root: $by_hand"
        return 1
    fi
    local log=$tw_home/.threadwall/install-$family.log
    say "installing ${packages[*]} (for $family) with apt-get ..."
    mkdir -p "${log%/*}"
    install_with apt-get "${packages[@]}" >"$log" 2>&1 </dev/null && return
    how="apt-get could not install ${packages[*]} (its output: $log); run as root: $by_hand"
    return 1
}

# The version of a package that apt would install, without epoch and revision; empty where it has none.
# Asking takes a second of CPU where apt keeps no cache of its lists: what it says is kept until they change.
apt_version() { # PACKAGE
    local version kept=$tw_home/.threadwall/apt/$1
    type -P apt-cache >/dev/null || return 0
    if [[ $kept -nt /var/lib/apt/lists ]]; then
        version=$(<"$kept")
    else
        version=$(LC_ALL=C apt-cache policy "$1" 2>/dev/null | sed -n 's/^  Candidate: //p') || return 0
        { mkdir -p "${kept%/*}" && printf '%s\n' "$version" >"$kept"; } 2>/dev/null || true
    fi
    [[ $version != '(none)' ]] || version=''
    version=${version#*:}
    version=${version%%-*}
    printf '%s' "${version%%[+~]*}"
}

# A machine made of an image has no lists of packages. Once is enough for all families.
update_lists() {
    [[ -z ${updated:-} ]] || return 0
    updated=true
    rm -rf "$tw_home/.threadwall/apt"
    say 'updating the lists of packages with apt-get ...'
    "${tw_root[@]}" apt-get -o DPkg::Lock::Timeout=120 update >/dev/null 2>&1 </dev/null || true
}
