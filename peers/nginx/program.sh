# shellcheck shell=bash disable=SC2034,SC2154 # used by and set by others
# Finds nginx, or brings Debian's package of it without installing that: as a package it starts a server on port 80.

nginx_minimum=1.18
nginx_unpacked=$tw_home/.threadwall/nginx
nginx_next="install nginx $nginx_minimum or newer with this system's packages, and stop the server that they start"

find_nginx() {
    find_tool nginx "$nginx_minimum" version_of_nginx \
        "${THREADWALL_TOOL_FOLDERS-/usr/sbin}" "$nginx_unpacked/usr/sbin"
}

# It says that on stderr.
version_of_nginx() {
    local said
    said=$("$1" -v 2>&1) || return
    [[ $said =~ nginx/([0-9.]+) ]] && printf '%s' "${BASH_REMATCH[1]}"
}

build_nginx() {
    ! find_nginx || return 0
    local found_not=$why
    if fetch_nginx; then
        ! find_nginx || return 0
        how="apt's nginx does not run here ($("$nginx_unpacked/usr/sbin/nginx" -v 2>&1 | tail -n 1)): $nginx_next"
    fi
    why=$found_not
    missing
}

# Needs no root but for lists of packages that were never read. False, with how to get it, where it cannot be had.
fetch_nginx() {
    local version package new=$nginx_unpacked.new.$$ log=$tw_home/.threadwall/nginx.log
    how=$nginx_next
    type -P apt-get dpkg >/dev/null || return
    if ! $install; then
        how='peers/build.sh --install nginx downloads it to .threadwall'
        return 1
    fi
    version=$(apt_version nginx)
    if [[ -z $version ]] && become_root; then
        update_lists
        version=$(apt_version nginx)
    fi
    if ! at_least "${version:-0}" "$nginx_minimum"; then
        how="apt's nginx is ${version:-unknown here}: $nginx_next"
        return 1
    fi
    say "downloading nginx $version with apt-get and unpacking it below .threadwall; this installs nothing ..."
    # the release decides which of the two has the program
    for package in nginx nginx-core; do
        rm -rf "$new"
        mkdir -p "$new"
        if unpack "$package" "$new" >>"$log" 2>&1 </dev/null; then
            rm -rf "$nginx_unpacked"
            mv -T "$new" "$nginx_unpacked"
            return
        fi
    done
    rm -rf "$new"
    how="apt-get download and dpkg -x gave no program (their output: $log): $nginx_next"
    return 1
}

unpack() { # PACKAGE FOLDER
    (cd "$2" && apt-get download "$1" && dpkg -x "$1"_*.deb . && rm "$1"_*.deb && [[ -x usr/sbin/nginx ]])
}
