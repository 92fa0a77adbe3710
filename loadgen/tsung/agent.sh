#!/usr/bin/env bash
# agent.sh - runs on a client host, by ssh from run.sh: watches, fetches and ends the agents of one run of Tsung.
#
# USAGE: bash -s watch ID FOLDER SECONDS | keep ID FOLDER | collect ID FOLDER | end ID FOLDER   (this file is the standard input)
#
# An agent is a process of Erlang with the cookie tsung_ID.
set -u
export LC_ALL=C # numbers with a point
trap '' PIPE    # when the link is lost nobody reads what is printed, and there is still something to end
id=$2

agents() { pgrep -f -- "-setcookie tsung_$id( |\$)"; }

# Busy and all ticks of the processors: proc_stat(5).
processors() {
    local user nice system idle iowait irq softirq steal
    read -r _ user nice system idle iowait irq softirq steal _ </proc/stat
    echo "$((user + nice + system + irq + softirq)) $((user + nice + system + idle + iowait + irq + softirq + steal))"
}

# Sets ticks, of user and system, and the resident pages of all agents. One that has ended keeps its last ticks.
declare -A ticks_of=()
read_agents() {
    local pid stat fields
    pages=0
    for pid in $(agents); do
        read -r stat 2>/dev/null <"/proc/$pid/stat" || continue
        read -ra fields <<<"${stat##*) }"
        ticks_of[$pid]=$((fields[11] + fields[12])) pages=$((pages + fields[21]))
    done
    ticks=0
    for pid in "${!ticks_of[@]}"; do
        ticks=$((ticks + ticks_of[$pid]))
    done
}

# Prints what the agents use until they have ended, or nobody reads it any more. If the link was lost, run.sh cannot end
# the run here: this does so, at once if nobody reads, otherwise if FOLDER still exists after a minute, or after a quarter
# of an hour if run.sh has said that the agents have finished and FOLDER is to be kept for it.
watch() { # FOLDER SECONDS
    local tries limit=60 hertz processors page busy0 all0 busy all ticks pages
    hertz=$(getconf CLK_TCK) page=$(getconf PAGESIZE)
    processors=$(grep -c '^cpu[0-9]' /proc/stat)
    for ((tries = 0; tries < 10 * $2; tries++)); do
        [[ -z $(agents) ]] || break
        sleep 0.1
    done
    read -r busy0 all0 <<<"$(processors)"
    while [[ -n $(agents) ]]; do
        read -r busy all <<<"$(processors)"
        read_agents
        awk -v b=$((busy - busy0)) -v a=$((all - all0)) -v u="$ticks" -v h="$hertz" -v n="$processors" -v r=$((pages * page)) \
            'BEGIN { printf "used %.2f %.2f %.2f %d %d\n", b / h, a / h, u / h, n, r }' 2>/dev/null || break
        sleep 1
    done
    if echo gone 2>/dev/null; then
        for ((tries = 0; tries < limit; tries++)); do
            [[ -d $1 ]] || return 0
            [[ ! -e $1/keep ]] || limit=900
            sleep 1
        done
    fi
    end "$1" >/dev/null 2>&1
}

# Erlang starts epmd on a host for itself. One that serves other programs has their names, and stays.
end() { # FOLDER
    local tries
    pkill -KILL -f -- "-setcookie tsung_$id( |\$)"
    for ((tries = 0; tries < 10; tries++)); do
        epmd -names 2>/dev/null | grep -q '^name ' || break
        sleep 0.1 # it has just lost the agents
    done
    ((tries == 10)) || epmd -kill
    [[ $1 != */tmp.* ]] || rm -rf "$1"
}

case $1 in
    watch) watch "$3" "$4" ;;
    keep) touch "$3/keep" ;;
    collect) cd "$3" && find . -name '*.dump' -printf '%P\n' | tar -cf - --transform 's,/,-,g' -T - ;;
    end) end "$3" ;;
esac
