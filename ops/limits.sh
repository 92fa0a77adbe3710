#!/usr/bin/env bash
#
# limits.sh - raise Linux's limits of threads and connections, and restore them
#
# USAGE: limits.sh apply [OPTIONS]    raise limits that are too low, after recording their old values
#        limits.sh status [OPTIONS]   each limit: now, with apply, before apply
#        limits.sh revert             restore every value and file that apply set and nothing has changed since
#
#   --threads N       enough for N threads of a JVM in this session
#   --connections N   enough for N connections over loopback to one process
#                     With only one of them, the limits of the other stay. Without both:
#                     the values in ops/sysctl. The formulas: ops/limits/aims.sh
#                     40k is 40000, 1M is 1000000
#   --persist         also after a reboot: write files to /etc/sysctl.d,
#                     /etc/security/limits.d and /etc/systemd/system
#   --dry-run         print what apply would change, and change nothing
#   -h, --help        this text
#
# What it raises: the sysctls of ops/sysctl; pids.max of the caller's cgroup, of all its
#   ancestors and of all users' slices; where systemd owns them, TasksMax= in drop-ins
#   (in /run without --persist). It reserves listening ports and 8080. It never lowers a
#   limit. A second apply changes nothing more, or raises further.
#
# EXIT: 0 done; 4 the environment does not allow it: not root, or the kernel refused a
#   value, or another program has changed one since (it lists all of these, and does the
#   rest); 2 bad usage; 1 failed.
#
# REQUIREMENTS: bash, coreutils, sed, grep, flock; root for apply and revert.
#
# CAVEATS: It cannot raise what a container's host limits. For RLIMIT_NOFILE and
#   RLIMIT_NPROC of a command use ulim.sh. A systemd user manager resets the limits
#   under user@UID.service when it reloads. Without --persist a reboot restores the
#   old values; revert then has nothing to do.
#
# FOR TESTS: LIMITS_ROOT=FOLDER stands before /proc, /sys, /etc, /run and /var, and
#   needs no root; systemctl is then FOLDER/bin/systemctl, if any. LIMITS_CRASH=K
#   ends it as kill -9 does after its K-th write.

set -Eeuo pipefail
trap 'fault 1 "failed in line $LINENO of ${BASH_SOURCE[0]##*/}"' ERR
shopt -s nullglob
limits_home=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
root=${LIMITS_ROOT:-}
umask 077 # the journal is root's alone; what others read is given its mode
persist=false dry_run=false threads='' connections='' command=''
words=("$@")
changes=0

fault() { # CODE MESSAGE
    printf 'limits.sh: %s\n' "$2" >&2
    exit "$1"
}

# shellcheck source=ops/limits/values.sh
. "$limits_home/limits/values.sh"
# shellcheck source=ops/limits/aims.sh
. "$limits_home/limits/aims.sh"
# shellcheck source=ops/limits/cgroups.sh
. "$limits_home/limits/cgroups.sh"
# shellcheck source=ops/limits/journal.sh
. "$limits_home/limits/journal.sh"
# shellcheck source=ops/limits/change.sh
. "$limits_home/limits/change.sh"
# shellcheck source=ops/limits/files.sh
. "$limits_home/limits/files.sh"
# shellcheck source=ops/limits/units.sh
. "$limits_home/limits/units.sh"
# shellcheck source=ops/limits/plan.sh
. "$limits_home/limits/plan.sh"
# shellcheck source=ops/limits/revert.sh
. "$limits_home/limits/revert.sh"
# shellcheck source=ops/limits/status.sh
. "$limits_home/limits/status.sh"

# The most: kernel.pid_max ends at 4194304, and eight conntrack entries a connection have to fit into 31 bits.
target() { # OPTION N
    local most=4M n=${2/%k/000}
    [[ $1 == --threads ]] || most=100M
    n=${n/%M/000000}
    [[ $n =~ ^[1-9][0-9]{0,8}$ && $n -le ${most/%M/000000} ]] ||
        fault 2 "$1 takes a count up to $most, such as 500, 40k or 1M, not '$2'"
    if [[ $1 == --threads ]]; then threads=$n; else connections=$n; fi
}

options() {
    while (($#)); do
        case $1 in
            --threads | --connections)
                (($# > 1)) || fault 2 "$1 needs a number"
                target "$1" "$2"
                shift
                ;;
            --threads=* | --connections=*)
                set -- "${1%%=*}" "${1#*=}" "${@:2}"
                continue
                ;;
            --persist) persist=true ;;
            --dry-run) dry_run=true ;;
            -h | --help)
                sed -n '3,/^$/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
                exit 0
                ;;
            -*) fault 2 "unknown option '$1'; limits.sh --help lists them" ;;
            apply | status | revert)
                [[ -z $command ]] || fault 2 "name one command, '$command' or '$1'"
                command=$1
                ;;
            *) fault 2 "unknown command '$1'; limits.sh --help lists them" ;;
        esac
        shift
    done
    [[ -n $command ]] || fault 2 "name a command: apply, status or revert; see limits.sh --help"
    if [[ $command == revert && $persist$threads$connections$dry_run != falsefalse ]]; then
        fault 2 'revert takes no options: it undoes everything that apply did'
    elif [[ $command == status ]] && $dry_run; then
        fault 2 "--dry-run works only with 'apply'; 'status' never changes anything"
    fi
}

require_root() {
    ((EUID == 0)) || [[ -n $root ]] ||
        fault 4 "$command changes the kernel's limits and needs root: sudo ${BASH_SOURCE[0]} ${words[*]}"
}

work_out() {
    if [[ -n $threads || -z $connections ]]; then aim_threads "$threads"; fi
    if [[ -n $connections || -z $threads ]]; then aim_connections "$connections"; fi
}

warn() { if $persist; then later_files | sed 's/^/limits.sh: /' >&2; fi; }

list_and_exit() { # TITLE LINE...: 4 where there are lines
    (($# > 1)) || exit 0
    printf 'limits.sh: %s:\n' "$1" >&2
    printf '  %s\n' "${@:2}" >&2
    exit 4
}

apply() {
    if $dry_run; then
        load_journal
        work_out
        plan_all
        show_plan
        warn
        ((${#item_kind[@]})) || echo 'nothing to change'
        list_and_exit 'cannot be changed here' "${refused[@]}"
    fi
    require_root
    lock_journal
    open_journal
    work_out
    plan_all
    run_plan
    warn
    if ((changes)); then
        echo "$changes changed; undo: sudo ${BASH_SOURCE[0]} revert"
    else
        echo 'nothing changed'
    fi
    journal_there || keep_in_journal
    list_and_exit 'not changed' "${refused[@]}"
}

revert() {
    require_root
    if [[ -d $root$journal_folder ]]; then
        lock_journal
        open_journal
        revert_all
    fi
    if ((undone)); then echo "$undone restored"; else echo 'nothing to restore'; fi
    list_and_exit 'not restored, and kept in the journal' "${left[@]}"
}

status() {
    load_journal
    work_out
    status_all
}

options "$@"
"$command"
