#!/bin/bash
#
# threadwall - as the Debian package installs it
#
# USAGE: threadwall COMMAND [OPTION...]
#
# The program keeps results, and what it builds on demand, in its own folder. This one is not the caller's, so it runs from
# a copy, once for each version, whose jars are links: $XDG_STATE_HOME/threadwall, or ~/.local/state/threadwall.
set -euo pipefail

share=/usr/share/threadwall
read -r version commit <"$share/release"
state=${XDG_STATE_HOME:-$HOME/.local/state}/threadwall
home=$state/$version-$commit
if [[ ! -e $home/release ]]; then
    printf 'threadwall: copying its scripts to %s (once for this version) ...\n' "$home" >&2
    mkdir -p "$state"
    part=$(mktemp -d "$state/part.XXXXXX")
    trap 'rm -rf "$part"' EXIT
    tar -c -C "$share" --exclude='*.jar' . | tar -x -C "$part" --no-same-owner
    while IFS= read -r -d '' jar; do
        mkdir -p "$part/${jar%/*}"
        ln -s "$share/$jar" "$part/$jar"
    done < <(cd "$share" && find . -name '*.jar' -print0)
    # another process may have been quicker
    mv -T "$part" "$home" 2>/dev/null || [[ -e $home/release ]]
    rm -rf "$part"
    trap - EXIT
fi
exec "$home/threadwall" "$@"
