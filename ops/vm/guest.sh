#!/usr/bin/env bash
#
# guest.sh - run the tests inside the machine, over its reboots
#
# USAGE: started by the login shell of the machine's user, at each boot (see base.sh)
#
# Runs the files that .threadwall/vm-tests names, in order. A file with the line "# reboot first" is run after a
# reboot; one with "# limit: SECONDS" may take that long instead of 300. ~/state has what was begun and done, so
# that a machine which goes down in a test does not repeat it for ever.
#
# Prints on the line to the host: "== what happens", then TAP of bats, at last "== end". Then it powers off.
set -uo pipefail

state=$HOME/state
tests=$PWD/ops/vm/tests
mkdir -p "$state"
touch "$state/begun" "$state/done"
exec {host}>/dev/virtio-ports/threadwall.results
fresh=true

tell() { printf '%s\n' "$*" >&"$host"; }

header() { sed -n "s/^# $2//p" "$tests/$1" | head -n 1; } # FILE KEY: the rest of that line

has_line() { grep -qxF -- "$1" "$2"; }

go_down() { # poweroff or reboot
    sync
    sudo systemctl --no-block "$1"
    sleep infinity
}

run_file() { # FILE
    local status=0 limit failed
    limit=$(header "$1" 'limit: ')
    timeout -k 30 "${limit:-300}" bats --formatter tap --timing "$tests/$1" </dev/null |
        tee /dev/stderr "$state/tap" >&"$host" || status=$?
    failed=$(grep -c '^not ok ' "$state/tap")
    if ((status != 0 && failed == 0)); then
        tell "not ok 0 $1 ended with $status$( ((status != 124)) || echo ", after its time limit of ${limit:-300} s")"
    fi
}

read -r up _ </proc/uptime
tell "== logged in after $up s; $(uname -r), $(free -m | awk '/^Mem/ { print $2 }') MiB, threads-max" \
    "$(</proc/sys/kernel/threads-max), nofile $(ulimit -Sn) soft $(ulimit -Hn) hard"
while read -r name <&3; do
    ! has_line "$name" "$state/done" || continue
    if has_line "$name" "$state/begun"; then
        tell "not ok 0 $name: the machine crashed or rebooted during it"
        echo "$name" >>"$state/done"
        continue
    fi
    if ! $fresh && grep -qx '# reboot first' "$tests/$name"; then
        tell "== reboot for $name"
        go_down reboot
    fi
    fresh=false
    echo "$name" >>"$state/begun"
    tell "== $name"
    run_file "$name"
    echo "$name" >>"$state/done"
done 3<.threadwall/vm-tests
tell '== end'
go_down poweroff
