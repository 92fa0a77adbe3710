#!/usr/bin/env bash
#
# ulim.sh - run a command with higher limits, as the user who calls it
#
# Raises the limits of open files, processes and threads, and pending signals as
# far as this machine allows, prints on stderr what was asked, what is in force
# and why, and executes the command: same user, environment, quoting, signals,
# exit code.
#
# USAGE: ulim.sh [OPTIONS] 'COMMAND LINE'        one argument: a bash command line
#        ulim.sh [OPTIONS] COMMAND ARGUMENT...   several: passed on unchanged
#        ulim.sh [OPTIONS] --check               run nothing; show what a command would get
#
#   --nofile N       open files               (default 102400)
#   --nproc N        processes and threads    (default 120000)
#   --sigpending N   pending signals          (default 120000)
#                    40k is 40000, 1M is 1000000
#   --strict         exit with 125 if a limit falls short
#   --check          print the table on stdout; 0 when all limits reach what was
#                    asked, 4 when one falls short
#   -q, --quiet      no table
#   -h, --help       this text
#
# EXAMPLES:
#   ops/ulim.sh "ulimit -Sn 65536; ab -r -l -c20000 -n200000 http://127.0.0.7:8080/json2?time=100"
#   ops/ulim.sh ./threadwall sweep --route '/json2?time=100'
#   ops/ulim.sh --strict --nofile 65536 java -jar server.jar
#
# EXIT: the command's own code; 125 ulim.sh failed, 126 the command cannot be
#   run, 127 it was not found, 2 bad usage, 4 a limit falls short (--check).
#
# REQUIREMENTS: bash and Linux. To exceed a hard limit: CAP_SYS_RESOURCE (which
#   root has outside of containers), or sudo and util-linux's prlimit. It calls sudo
#   only then, and without a terminal only if sudo needs no password.
#
# CAVEATS: It never lowers a limit. Threads count against nproc (ulimit -u);
#   ulimit -i is pending signals. Other limits stay as they are: pids.max of a
#   cgroup, kernel.threads-max, kernel.pid_max and vm.max_map_count. Of a command
#   line, bash 5.1+ becomes the last command; while an earlier one, a loop or a
#   pipe runs, a signal goes to bash itself.

# Names carry a prefix: assigning to a variable of the caller's environment would
# change what the command sees. Everything else is local to a function.
set -Eeuo pipefail
trap 'fault 125 "failed in line $LINENO"' ERR
ulim_names=(nofile nproc sigpending)
declare -A ulim_asked=([nofile]=102400 [nproc]=120000 [sigpending]=120000)
declare -A ulim_flag=([nofile]=n [nproc]=u [sigpending]=i) # as bash's ulimit calls them
declare -A ulim_why=()
ulim_strict=false ulim_quiet=false ulim_check=false

fault() { # CODE MESSAGE
    printf 'ulim.sh: %s\n' "$2" >&2
    exit "$1"
}

ask() { # NAME N
    local n=${2/%k/000}
    n=${n/%M/000000}
    [[ $n =~ ^[1-9][0-9]{0,17}$ ]] || fault 2 "--$1 takes a count above 0, such as 500, 40k or 1M, not '$2'"
    ulim_asked[$1]=$n
}

soft() { ulimit -S -"${ulim_flag[$1]}"; } # a number or "unlimited"
hard() { ulimit -H -"${ulim_flag[$1]}"; }
reaches() { [[ $1 == unlimited ]] || (($1 >= $2)); } # LIMIT N

# Whether CAP_SYS_RESOURCE (bit 24) is in a capability set of this process: CapEff, what it
# has; CapBnd, what it and every child, sudo's too, can ever have.
# ULIM_STATUS is for the tests, which show another machine's.
can_raise() { # SET
    local key bits
    while read -r key bits; do
        if [[ $key == "$1:" ]]; then
            ((16#$bits >> 24 & 1))
            return
        fi
    done <"${ULIM_STATUS:-/proc/self/status}"
    return 1
}

# The kernel's maximum, for root too: it refuses a hard nofile above fs.nr_open.
ceiling() { # NAME
    local most=${ulim_asked[$1]} open
    if [[ $1 == nofile ]] && read -r open </proc/sys/fs/nr_open && ((open < most)); then
        most=$open
    fi
    printf '%s' "$most"
}

# Any user may raise a soft limit up to the hard one. Prints nothing; false if the hard limit is too low.
raise_soft() { # NAME
    local was most=${ulim_asked[$1]}
    was=$(soft "$1")
    if reaches "$was" "$most"; then
        ulim_why[$1]="already high enough"
        return
    fi
    reaches "$(hard "$1")" "$most" || most=$(hard "$1")
    [[ $most == "$was" ]] || ulimit -S -"${ulim_flag[$1]}" "$most"
    ulim_why[$1]="soft limit raised from $was"
    [[ $most == "${ulim_asked[$1]}" ]]
}

raise_hard() { # NAME...
    local name
    for name in "$@"; do
        ulim_why[$name]="hard limit raised from $(hard "$name")"
        ulimit -"${ulim_flag[$name]}" "$(ceiling "$name")" 2>/dev/null ||
            ulim_why[$name]="hard limit; the kernel refused despite CAP_SYS_RESOURCE (a user namespace?)"
    done
}

# prlimit sets the limits of this very process from outside: the command stays the caller's
# own process, and no su is needed, whose pam_limits would put the soft limits back.
# sudo may ask for a password on a terminal only; without one it must not (-n).
raise_hard_by_sudo() { # NAME...
    local name answer most limits=() sudo=(sudo)
    [[ -t 0 || -t 2 ]] || sudo+=(-n)
    for name in "$@"; do
        most=$(ceiling "$name")
        limits+=("--$name=$most:$most")
        ulim_why[$name]="hard limit raised from $(hard "$name") by sudo"
    done
    answer=$("${sudo[@]}" prlimit --pid $$ "${limits[@]}" 2>&1) && answer="sudo prlimit changed nothing"
    for name in "$@"; do
        reaches "$(soft "$name")" "$(ceiling "$name")" || ulim_why[$name]="hard limit; ${answer##*$'\n'}"
    done
}

# The reason why the given limits cannot be raised above the hard limit; empty if that can be tried.
forbidden() {
    if ! can_raise CapBnd; then
        echo "hard limit; CAP_SYS_RESOURCE is missing, so even root cannot raise it"
    elif ! type -P sudo >/dev/null; then
        echo "hard limit; only root can raise it, and there is no sudo"
    elif ! type -P prlimit >/dev/null; then
        echo "hard limit; raising it with sudo needs prlimit, which is missing (package util-linux)"
    fi
}

raise_all() {
    local name why too_low=()
    for name in "${ulim_names[@]}"; do
        raise_soft "$name" || too_low+=("$name")
    done
    ((${#too_low[@]})) || return 0
    if can_raise CapEff; then
        raise_hard "${too_low[@]}"
        return
    fi
    why=$(forbidden)
    if [[ -z $why ]]; then
        raise_hard_by_sudo "${too_low[@]}"
        return
    fi
    for name in "${too_low[@]}"; do ulim_why[$name]=$why; done
}

# Prints the table; with --strict and --check it exits if a limit in force is lower than asked.
report() {
    local name now most short=()
    for name in "${ulim_names[@]}"; do
        now=$(soft "$name") most=$(ceiling "$name")
        if ! reaches "$now" "${ulim_asked[$name]}"; then
            short+=("$name is $now, asked ${ulim_asked[$name]}")
            [[ $now != "$most" ]] || ulim_why[$name]="fs.nr_open is $most: sysctl -w fs.nr_open=${ulim_asked[$name]}"
        fi
        $ulim_quiet ||
            printf '%-10s  asked %7s   in force %9s   %s\n' \
                "$name" "${ulim_asked[$name]}" "$now" "${ulim_why[$name]}" >&2
    done
    if $ulim_check; then exit $((${#short[@]} ? 4 : 0)); fi
    if $ulim_strict && ((${#short[@]})); then
        printf -v short '%s; ' "${short[@]}"
        fault 125 "${short}not started (--strict)"
    fi
}

runnable() { # COMMAND: as env(1) has it, 127 not found and 126 cannot be run
    local path=$1
    [[ $1 == */* ]] || path=$(type -P -- "$1") || path=
    [[ -e $path ]] || fault 127 "$1: no such command"
    [[ -f $path && -x $path ]] || fault 126 "$1: not an executable file"
}

while (($#)); do
    case $1 in
        --nofile | --nproc | --sigpending)
            (($# > 1)) || fault 2 "$1 needs a number"
            ask "${1#--}" "$2"
            shift
            ;;
        --nofile=* | --nproc=* | --sigpending=*)
            ulim_name=${1%%=*}
            ask "${ulim_name#--}" "${1#*=}"
            ;;
        --strict) ulim_strict=true ;;
        --check) ulim_check=true ;;
        -q | --quiet) ulim_quiet=true ;;
        -h | --help)
            sed -n '3,/^$/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
            exit 0
            ;;
        --)
            shift
            break
            ;;
        -*) fault 2 "unknown option '$1'; ulim.sh --help lists them" ;;
        *) break ;;
    esac
    shift
done
if $ulim_check; then
    (($# == 0)) || fault 2 "--check runs nothing: leave the command out ('$1')"
    raise_all
    report 2>&1 # the table is what was asked for; ends
fi
(($#)) || fault 2 "no command given; see ulim.sh --help"

raise_all
report
(($# == 1)) && exec bash -c "$1"
runnable "$1"
exec -- "$@"
