#!/usr/bin/env bash
#
# count-lines - lines of main code by module, without blank lines and comments
#
# USAGE: ops/count-lines.sh              the working tree
#        ops/count-lines.sh REVISION     that commit
#
# Counts Java, JavaScript and CSS below src/main of every module; minified files are left out.
# Prints one line per module, "LINES MODULE", the smallest first, and "LINES total" last.
#
# REQUIREMENTS: git for a REVISION
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
case ${1:-} in
    -h | --help)
        sed -n '3,/^set /{/^set /d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}"
        exit
        ;;
esac

tree=.
if (($#)); then
    tree=$(mktemp -d)
    trap 'rm -rf "$tree"' EXIT
    git archive "$1" | tar -x -C "$tree"
fi

cd "$tree"
# shellcheck disable=SC2016 # awk expands these
find . \( -name target -o -name .git -o -name .threadwall -o -name results -o -name node_modules \) -prune \
    -o -type f -path '*/src/main/*' \( -name '*.java' -o -name '*.js' -o -name '*.css' \) ! -name '*.min.*' -print0 |
    xargs -0 awk '
        FNR == 1 { comment = 0; module = FILENAME; sub(/^\.\//, "", module); sub(/\/src\/main\/.*/, "", module) }
        {
            line = $0
            sub(/^[ \t]+/, "", line)
            if (comment) {
                if (!sub(/^.*\*\//, "", line)) next
                comment = 0
                sub(/^[ \t]+/, "", line)
            }
            if (line ~ /^\/\*/) {
                if (!sub(/^\/\*.*\*\//, "", line)) { comment = 1; next }
                sub(/^[ \t]+/, "", line)
            }
            if (line == "" || line ~ /^\/\//) next
            lines[module]++
            total++
        }
        END {
            for (module in lines) print lines[module], module | "sort -n"
            close("sort -n")
            print total, "total"
        }'
