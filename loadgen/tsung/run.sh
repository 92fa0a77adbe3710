#!/usr/bin/env bash
#
# run.sh - makes one load with Tsung on other hosts, and ends it there whatever happens
#
# USAGE: loadgen/tsung/run.sh FOLDER LISTEN NAME=ADDRESS[,NAME=ADDRESS...] USERS
#
#   FOLDER  has scenario.xml, which the engine `tsung` writes, and gets what the run leaves: tsung.log, controller.log
#           and host-N.log of each host, and from each host the files tsung-N-*.dump with a line for each request
#   LISTEN  the address of this machine by which the hosts reach it
#   NAME    of a host, as ssh knows it, without a password; localhost is this machine, without ssh
#   ADDRESS of the same host
#   USERS   how many users the scenario starts at most
#
# The folder gets queues-here and queues-N, too: what the queues of the network had sent and dropped before and after.
#   The load fails if one of them dropped packets because it was full.
#
# host-N.log has a line for each second: "used BUSY ALL AGENT PROCESSORS RSS AGENTS". The first three are seconds since
#   the agent began: that the host's processors were busy, that they had, and that the agent used. RSS is the agent's
#   resident memory in bytes. A host may have several agents; AGENTS run now, and the other figures are of all. Before
#   there is one, the line is "waiting"; "started" if it ended before it was seen. The last line is "gone" when all have
#   ended.
#
# EXIT: 0 the load is done; 1 it failed: the reason is the last line on stderr.
#
# REQUIREMENTS: tsung (Erlang) here and on each host; ssh. THREADWALL_SSH_CONFIG names a configuration file for ssh, as
#   ops/net/lab.sh makes one.
#
# CAVEATS: Tsung runs code on the hosts for whoever knows the cookie of the run. The cookie is made for this run, but
#   ps shows it, and Erlang sends it in clear: use hosts and networks that you trust.
set -uo pipefail
export LC_ALL=C # numbers with a point

folder=$(readlink -f "$1") listen=$2 users=$4
IFS=, read -ra pairs <<<"$3"
hosts=("${pairs[@]%%=*}") addresses=("${pairs[@]#*=}")
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" || exit

# An agent that has not started after this many seconds never will: Erlang's own time-out for a node is 32 s, and the
# controller itself needs some seconds on a slow machine.
start_seconds=90
# Between the agents' end and the controller's: it has a second or two to write its last figures.
end_seconds=5
cannot_write="cannot write to $folder: is the disk of this machine full?"

id=$(od -An -N12 -tx1 /dev/urandom | tr -d ' \n')
# Tsung has its logs in the same folder on all hosts, so it is not in TMPDIR, which others may not have. Its name is what
# agent.sh looks for before it deletes a folder.
work=$(mktemp -d /tmp/threadwall-tsung.XXXXXX)
controller='' links=() watchers=() silent=''
# a controller that is killed would write its memory to a file of this folder
export ERL_CRASH_DUMP_SECONDS=0
# of this network: pgrep would find those of hosts of lab.sh, too
epmd_listens() { [[ -n $(ss -Hltn 'sport = :4369') ]]; }
epmd_was_there=false
# Erlang listens on the network of the hosts only; its epmd also on the loopback device. A running epmd is left as it is.
interface() { echo "-kernel inet_dist_use_interface {${1//./,}}"; } # ADDRESS
export ERL_EPMD_ADDRESS=$listen
ERL_FLAGS="${ERL_FLAGS:-} $(interface "$listen")"
export ERL_FLAGS
! epmd_listens || epmd_was_there=true

# As in RemoteHost.java, but all that is run on a host shares one connection: another handshake takes some round trips,
# and on a slow machine seconds of CPU time, while Tsung waits 32 s for an agent. A lost link is noticed after ten seconds:
# a host that is busy may be silent for some.
ssh_line=(ssh -o BatchMode=yes -o ConnectTimeout=5 -o ServerAliveInterval=1 -o ServerAliveCountMax=10
    -o "ControlPath=$work/%C" -o ControlPersist=no)
# Until it takes commands: a host may accept a connection and then ask for something that nobody types.
link_seconds=60
[[ -z ${THREADWALL_SSH_CONFIG:-} ]] || ssh_line+=(-F "$THREADWALL_SSH_CONFIG")

# Opens the connection to a host that the others share. It ends with this script, kill -9 included.
open_link() { # HOST
    [[ $1 != localhost ]] || return 0
    setpriv --pdeathsig TERM "${ssh_line[@]}" -o ControlMaster=yes -N -- "$1" </dev/null 2>"$work/ssh.err" 9>&- &
    links+=($!)
    local until=$((SECONDS + link_seconds))
    until "${ssh_line[@]}" -O check -- "$1" 2>/dev/null; do
        kill -0 "${links[-1]}" 2>/dev/null || fail "ssh does not reach $1: $(tail -n 1 "$work/ssh.err")"
        ((SECONDS < until)) || fail "ssh does not reach $1 within $link_seconds s"
        sleep 0.2
    done
}

# Runs a script there; on this machine without ssh.
run_on() { # HOST SCRIPT ARGUMENT...
    if [[ $1 == localhost ]]; then
        bash -s "${@:3}" <"$2"
    else
        "${ssh_line[@]}" -- "$1" bash -s "${@:3}" <"$2"
    fi
}

on() { run_on "$1" agent.sh "${@:2}"; } # HOST ARGUMENT...

# Reads the queues between this machine and the hosts, in both directions.
read_queues() { # before or after
    local n place=localhost
    if run_on localhost queues.sh "${addresses[@]}" >"$work/queues-here.$1" 2>"$work/queues.err"; then
        for n in "${!hosts[@]}"; do
            place=${hosts[n]}
            run_on "$place" queues.sh "$listen" >"$work/queues-$n.$1" 2>"$work/queues.err" || break
            place=''
        done
    fi
    [[ -z $place ]] || fail "the queues on $place could not be read $1 the load: $(tail -n 1 "$work/queues.err")"
}

# The first queue that dropped packets because it was full.
full_queue() {
    local n full
    full=$(awk -f drops.awk "$work"/queues-here.{before,after})
    [[ -z $full ]] || { echo "on this machine, $full" && return; }
    for n in "${!hosts[@]}"; do
        full=$(awk -f drops.awk "$work/queues-$n".{before,after})
        [[ -z $full ]] || { echo "on ${hosts[n]}, $full" && return; }
    done
}

# It refuses while it has the name of a controller that has just been killed.
end_epmd() {
    local tries
    for ((tries = 0; tries < 20; tries++)); do
        epmd_listens || break
        epmd -kill >/dev/null 2>&1
        sleep 0.1
    done
}

# Ends what this run has started: here at once, and on the hosts, which may take some seconds each to be reached. Hosts
# that are not reached end their agents by themselves, when Erlang notices that the controller is gone.
end_all() {
    local host watcher link waiting=()
    trap '' INT TERM
    for host in "${hosts[@]}"; do
        on "$host" end "$id" "$work" >/dev/null 2>&1 &
        waiting+=($!)
    done
    # by its words, too: the number may be another process's by now
    if [[ -n $controller ]] && pgrep -g "$controller" -f "$id" >/dev/null; then
        { kill -KILL -- "-$controller" && wait "$controller"; } 2>/dev/null
    fi
    for watcher in "${watchers[@]}"; do
        { kill -- "-$watcher" && wait "$watcher"; } 2>/dev/null
    done
    $epmd_was_there || end_epmd
    wait "${waiting[@]}"
    for link in "${links[@]}"; do
        { kill -- "-$link" && wait "$link"; } 2>/dev/null
    done
    rm -rf "$work"
}

fail() { # REASON...
    end_all
    printf '%s\n' "$*" >&2
    exit 1
}

# Whether all users have come to their end, by the last counts of the controller's log, which it writes every ten
# seconds. Fewer than planned may have started: then none has in the last ten seconds.
all_finished() {
    local log
    log=$(statistics)
    [[ -n $log ]] && awk -v users="$users" '
        /^stats: users_count / { now = $3; started = $4 }
        /^stats: finish_users_count / { finished = $4 }
        END { exit !(finished >= users || finished > 0 && now == 0 && finished >= started) }' "$log"
}

# The controller makes a folder of its own for each run.
statistics() { compgen -G "$work/log/*/tsung.log" | head -n 1; }

# Whether a host's watch has seen an agent, or its log.
agent_began() { grep -qsE '^(used|started)' "$folder/host-$(($1 + 1)).log"; } # N

any_agent_began() {
    local n
    for n in "${!hosts[@]}"; do
        ! agent_began "$n" || return 0
    done
    return 1
}

# How many agents the scenario has on a host.
agents_of() { # N
    local number
    number=$(sed -n "s/.*<client host=\"${addresses[$1]//./\\.}\" cpu=\"\([0-9]*\)\".*/\1/p" "$folder/scenario.xml")
    echo "${number:-1}"
}

# How many agents of a host have ended because all their users had finished. What they log comes to this machine.
agents_finished() { # N
    grep -ls 'No more active users' "$work"/log/*/*"@${addresses[$1]}.log" | wc -l
}

# Whether an agent of several has ended before its users had: all ran for three seconds, since one that starts may be
# two processes for a moment, and some do not run now.
agent_lost() { # N
    awk -v all="${agents[$1]}" -v finished="$(agents_finished "$1")" '
        $1 == "used" { row = $7 >= all ? row + 1 : 0; if (row == 3) ran = 1; run = $7 }
        END { exit !(ran && run + finished < all) }' "$folder/host-$(($1 + 1)).log"
}

# Ends a run whose users have all finished, as its agents would: those with more than 1,000 users look only once a minute.
# The monitor stops when as many launchers have said that they are done as there are agents, and writes its last figures.
end_run() {
    local node="tsung_controller_$id@$listen" cast='rpc:call(C, gen_server, cast, [{global, ts_mon}, {stop}], 5000)'
    local number launchers=0
    for number in "${agents[@]}"; do
        launchers=$((launchers + number))
    done
    timeout 15 erl -hidden -noinput -name "end_$id@$listen" -setcookie "tsung_$id" \
        -eval "C = '$node', [$cast || _ <- lists:seq(1, $launchers)], halt()." >>"$folder/controller.log" 2>&1 </dev/null
}

# The reason for which the controller gave up; its exit code is always 0.
complaint() {
    local words="Can't start .*|Config Error.*|max duration reached|Maximum number of concurrent users.*"
    grep -hoE "$words|[^ ]+ not responding.*" "$work"/log/*/tsung_controller*.log 2>/dev/null | head -n 1
}

trap 'end_all; exit 143' INT TERM
# However this script ends, kill -9 included, the kernel closes this pipe. Its reader ends what is left, which has the
# folder's name in its command line. What runs longer than this script must not have the pipe.
exec 9> >(
    trap '' INT TERM HUP
    exec >/dev/null 2>&1
    cat
    [[ -d $work ]] || exit
    pkill -KILL -f -- "$work"
    end_all
)

rm -f "$folder"/*.dump "$folder"/queues-* "$folder"/tsung.log "$folder"/host-*.log
# Erlang names a host by its address, and ssh may know it by its name only.
# shellcheck disable=SC2016 # expands when it runs
{
    printf '#!/bin/bash\nhost=$1\nshift\ncase $host in\n'
    for n in "${!hosts[@]}"; do
        # a session has a soft limit of 1,024 descriptors on most systems, and an agent one for each connection
        settings='ulimit -Sn "$(ulimit -Hn)" && exec env'
        settings+=$(printf ' ERL_EPMD_ADDRESS=%s ERL_FLAGS=%q' "${addresses[n]}" "$(interface "${addresses[n]}")")
        printf '%s) host=%q settings=%q ;;\n' "${addresses[n]}" "${hosts[n]}" "$settings"
    done
    printf 'esac\nexec %s -- "$host" "$settings" "$@"\n' "${ssh_line[*]@Q}"
} >"$work/remote-shell"
chmod +x "$work/remote-shell"

if $epmd_was_there && ! ss -Hltn 'sport = :4369' | awk '{ print $4 }' | grep -qE "^(0\.0\.0\.0|\*|\[::\]|${listen//./\\.}):"; then
    fail "an epmd that runs on this machine does not listen on $listen; end it: epmd -kill"
fi
set -m # in process groups of their own, which end with what they started
for host in "${hosts[@]}"; do
    open_link "$host"
done
set +m
read_queues before
set -m
for n in "${!hosts[@]}"; do
    on "${hosts[n]}" watch "$id" "$work" "$start_seconds" >"$folder/host-$((n + 1)).log" 2>&1 9>&- &
    watchers+=($!)
done
tsung -n -i "$id" -I "$listen" -r "$work/remote-shell" -f "$folder/scenario.xml" -l "$work/log" start \
    >"$folder/controller.log" 2>&1 </dev/null 9>&- &
controller=$!
set +m
agents=() finished=() ended_at=() stopped=false
for n in "${!hosts[@]}"; do
    agents[n]=$(agents_of "$n")
done
while kill -0 "$controller" 2>/dev/null; do
    # This shares its processors with the server; until an agent runs, with what starts it.
    if any_agent_began; then sleep 1; else sleep 3; fi
    reason=$(complaint)
    [[ -z $reason ]] || fail "Tsung gave up: $reason"
    for n in "${!hosts[@]}"; do
        [[ -z ${finished[n]:-} ]] || continue
        last=$(tail -n 1 "$folder/host-$((n + 1)).log" 2>/dev/null)
        if [[ $last == gone ]] && (($(agents_finished "$n") >= agents[n])); then
            on "${hosts[n]}" keep "$id" "$work" || fail "the connection to ${hosts[n]} was lost during the load"
            finished[n]=true
        elif [[ $last == gone ]] || { ((agents[n] > 1)) && agent_lost "$n"; }; then
            ended_at[n]=${ended_at[n]:-$SECONDS}
            if ! $stopped && ! all_finished && ((SECONDS - ended_at[n] >= end_seconds)); then
                agent_began "$n" ||
                    fail "the agent of Tsung on ${hosts[n]} did not start; see $folder/controller.log"
                fail "the agent of Tsung on ${hosts[n]} ended before the load did"
            fi
        elif ! kill -0 "${watchers[n]}" 2>/dev/null; then
            if [[ -z $last || $last == used* || $last == waiting || $last == started ]]; then
                run_on localhost queues.sh "${addresses[n]}" >"$work/queues-here.after" 2>/dev/null
                last=$(awk -f drops.awk "$work"/queues-here.{before,after})
            fi
            fail "the connection to ${hosts[n]} was lost during the load${last:+: $last}"
        fi
    done
    if ! $stopped && all_finished; then
        stopped=true
        end_run
    fi
done
wait "$controller"
controller=''
reason=$(complaint)
[[ -z $reason ]] || fail "Tsung gave up: $reason"
log=$(statistics)
[[ -n $log ]] || fail "Tsung ended without a log: $(tail -n 1 "$folder/controller.log")"
# the watch of a host deletes the logs after a minute
for n in "${!hosts[@]}"; do
    [[ -n ${finished[n]:-} ]] || on "${hosts[n]}" keep "$id" "$work" ||
        fail "the connection to ${hosts[n]} was lost after the load"
done
read_queues after
{ cp "$log" "$folder/tsung.log" && cp "$work"/queues-* "$folder"; } || fail "$cannot_write"
reason=$(full_queue)
[[ -z $reason ]] || fail "$reason"

for n in "${!hosts[@]}"; do
    on "${hosts[n]}" collect "$id" "$work/log" >"$work/dumps.tar" ||
        fail "the log of ${hosts[n]} could not be fetched"
    mkdir "$work/dumps-$n"
    tar -C "$work/dumps-$n" -xf "$work/dumps.tar" ||
        fail "the log of ${hosts[n]} is not complete; see that \`ssh ${THREADWALL_SSH_CONFIG:+-F $THREADWALL_SSH_CONFIG }${hosts[n]} true\` prints nothing"
    found=false
    for dump in "$work/dumps-$n"/*.dump; do
        [[ -e $dump ]] || continue
        [[ -z $(tail -c 1 "$dump") ]] || fail "the log of Tsung on ${hosts[n]} is cut off: is its disk full?"
        mv "$dump" "$folder/tsung-$((n + 1))-${dump##*/}" || fail "$cannot_write"
        found=true
    done
    $found || fail "Tsung's agent on ${hosts[n]} wrote no log: is its disk full?"
    cat "$folder/tsung-$((n + 1))"-*.dump | grep -q . || silent=${hosts[n]}
done
# a host without users has an empty log, too, so only a count shows that lines are missing
logged=$(cat "$folder"/*.dump | wc -l)
counted=$(awk '/^stats: request / { n = $3 + $9 } END { print n + 0 }' "$folder/tsung.log")
((logged >= counted)) || fail "the logs of the hosts have $logged of $counted requests:\
${silent:+ the one on $silent is empty,} is a disk full?"
end_all
