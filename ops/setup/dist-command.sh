# shellcheck shell=bash disable=SC2154
# `threadwall dist`: builds a commit anew and packs it.

dist_help() {
    cat <<'END'
Usage: ./threadwall dist [FOLDER]

Builds the last commit of this clone anew, and writes two files to FOLDER (default: target/dist):

  threadwall-VERSION.tar.gz    for any Linux with a JDK 25; it needs neither Maven nor a compiler
  threadwall_VERSION_all.deb   for Debian and Ubuntu

The same commit gives the same bytes. The clone must have no uncommitted changes.
Exits 0 when both are written, 1 when the build fails, 4 when it cannot be packed here.
END
}

dist() { # [FOLDER]
    case ${1:-} in
        -h | --help)
            dist_help
            return
            ;;
    esac
    [[ $# -le 1 && ${1-.} != '' && ${1:-} != -* ]] || fault 2 'dist takes one folder; see ./threadwall dist --help'
    local out=${1:-$tw_home/target/dist} changes tool
    for tool in git dpkg-deb; do
        type -P "$tool" >/dev/null || fault 4 "dist needs $tool; install the package ${tool%-deb}"
    done
    { [[ -e $tw_home/.git ]] && changes=$(git -C "$tw_home" status --porcelain 2>/dev/null); } ||
        fault 4 "dist packs a commit, and $tw_home is no clone of git"
    [[ -z $changes ]] || fault 4 'dist packs a commit: commit your changes, or stash them'
    require_jdk
    mkdir -p "$out" || fault 4 "cannot make $out; name another folder"
    build_anew
    JAVA_HOME=$tw_jdk "$tw_home/ops/setup/dist.sh" "$out"
}
