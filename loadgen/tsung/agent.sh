#!/usr/bin/env bash
# agent.sh - runs on a client host, by ssh from run.sh: watches, fetches and ends the agents of one run of Tsung.
#
# USAGE: bash -s watch ID FOLDER SECONDS | keep ID FOLDER | collect ID FOLDER | end ID FOLDER   (this file is the standard input)
#
# An agent is a process of Erlang with the cookie tsung_ID.
set -u
export LC_ALL=C # numbers with a point
trap '' PIPE    # when the link is lost the output has no reader, and the agents must still be ended
id=$2

agents() { pgrep -f -- "-setcookie tsung_$id( |\$)"; }

# Adds the agents that have started since. The time when a process began tells it from a later one with the same PID.
declare -A began=() ticks_of=()
find_agents() {
    local pid fields
    for pid in $(agents); do
        if [[ -z ${began[$pid]:-} ]] && read_stat "$pid"; then
            began[$pid]=${fields[19]} ticks_of[$pid]=0
        fi
    done
}

# Sets fields: what /proc/PID/stat has after the command's name, see proc_pid_stat(5).
read_stat() { # PID
    local stat
    { read -r stat <"/proc/$1/stat"; } 2>/dev/null && read -ra fields <<<"${stat##*) }"
}

# Sets alive, the number of agents, their resident pages, and the user and system ticks of all: one that has ended keeps
# its last ticks.
read_agents() {
    local pid fields
    alive=0 pages=0 ticks=0
    for pid in "${!began[@]}"; do
        if read_stat "$pid" && [[ ${fields[0]} != Z && ${fields[19]} == "${began[$pid]}" ]]; then
            alive=$((alive + 1)) pages=$((pages + fields[21])) ticks_of[$pid]=$((fields[11] + fields[12]))
        fi
        ticks=$((ticks + ticks_of[$pid]))
    done
}

# Sets busy and all ticks of the processors: proc_stat(5).
read_processors() {
    local user nice system idle iowait irq softirq steal
    read -r _ user nice system idle iowait irq softirq steal _ </proc/stat
    busy=$((user + nice + system + irq + softirq)) all=$((user + nice + system + idle + iowait + irq + softirq + steal))
}

# An agent opens its log when it starts. To look for it costs no process.
has_log() { compgen -G "$1/log/*/tsung-*.dump" >/dev/null; } # FOLDER

# Prints what the agents use until they have ended, or the output has no reader: the lines that run.sh describes. It starts
# hardly any process, since the host may be busy: pgrep each third second until there is an agent or its log, then each
# second until the agent is found. If the link was lost, run.sh cannot end the run here: this does so, at once if the
# output has no reader, otherwise if FOLDER still exists after a minute, or after a quarter of an hour if run.sh has said
# that the agents have finished and FOLDER is to be kept for it.
watch() { # FOLDER SECONDS
    local tries logs=0 none=0 limit=60 hertz page processors busy0 all0 busy all alive ticks pages hundredths
    hertz=$(getconf CLK_TCK) page=$(getconf PAGESIZE)
    processors=$(grep -c '^cpu[0-9]' /proc/stat)
    mkdir -p "$1" || exit
    ! epmd -names >/dev/null 2>&1 || touch "$1/epmd-was-there"
    for ((tries = 0; tries < $2; tries++)); do
        if has_log "$1"; then
            logs=$((logs + 1))
            find_agents
        elif ((tries % 3 == 0)); then
            find_agents # pgrep reads all processes, and the agent needs the CPU to start
        fi
        # with a log and without a process it has ended already; erl -detached is for a moment no process
        ((${#began[@]} == 0 && logs < 3)) || break
        echo waiting 2>/dev/null || break
        sleep 1
    done
    ((${#began[@]} > 0 || logs == 0)) || echo started 2>/dev/null
    read_processors
    busy0=$busy all0=$all
    for ((tries = 0; ; tries++)); do
        ((none == 0 && tries > 15 && tries % 10 > 0)) || find_agents # later than the first
        read_processors
        read_agents
        if ((alive == 0)); then
            # erl -detached starts another process and ends, so for a moment there may be none
            ((++none < 3)) || break
            sleep 1
            continue
        fi
        none=0
        hundredths=($((100 * (busy - busy0) / hertz)) $((100 * (all - all0) / hertz)) $((100 * ticks / hertz)))
        printf 'used %d.%02d %d.%02d %d.%02d %d %d %d\n' \
            $((hundredths[0] / 100)) $((hundredths[0] % 100)) $((hundredths[1] / 100)) $((hundredths[1] % 100)) \
            $((hundredths[2] / 100)) $((hundredths[2] % 100)) "$processors" $((pages * page)) "$alive" \
            2>/dev/null || break
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

# Erlang starts epmd on a host for itself. One that ran before stays, and one that serves other programs by now, which has
# their names.
end() { # FOLDER
    local tries
    pkill -KILL -f -- "-setcookie tsung_$id( |\$)"
    [[ -d $1 ]] || return 0 # it was ended before
    for ((tries = 0; tries < 10; tries++)); do
        epmd -names 2>/dev/null | grep -q '^name ' || break
        sleep 0.1 # it has just lost the agents
    done
    ((tries == 10)) || [[ -e $1/epmd-was-there ]] || epmd -kill
    [[ $1 != */threadwall-tsung.* ]] || rm -rf "$1"
}

case $1 in
    watch) watch "$3" "$4" ;;
    keep) touch "$3/keep" ;;
    collect) cd "$3" && find . -name '*.dump' -printf '%P\n' | tar -cf - --transform 's,/,-,g' -T - ;;
    end) end "$3" ;;
esac
