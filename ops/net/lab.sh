#!/usr/bin/env bash
#
# lab.sh - hosts for load clients, on one machine: network namespaces with links, disks and limits of their own
#
# USAGE: lab.sh up N [OPTIONS]   make N hosts: lab1, lab2, ... at 198.18.1.1, 198.18.2.1, ...
#        lab.sh status           each host: its link, sshd, nofile, disk, processes
#        lab.sh down             end every process in the hosts, and delete all that up made
#
#   --nofile N[,N...]  open files (hard; 1024 soft) in each host; the last N goes for the
#                      rest (default: the hard limit of the caller); 40k is 40000
#   --delay TIME       delay of a round trip, such as 25ms; half of it each way
#   --loss PERCENT     share of packets lost each way, such as 0.1%
#   --rate RATE        of each host's link, each way: kbit, mbit or gbit, such as 1gbit
#   --without-netem    for kernels without netem: a program (link.c) carries the packets of each
#                      link between two TAP devices, which takes CPU time
#   --dry-run          print what up would make, and make nothing
#   -h, --help         this text
#
# This machine is 198.18.0.1 for the hosts: let a server listen there. They reach nothing
#   else, and have no other route. To run a command in one, as root:
#   ssh -F /run/threadwall/lab/ssh_config lab1 COMMAND
#
# Each host has its own PIDs, host name, sshd and keys, and a disk of 64 MiB in
#   memory behind /tmp, /var/tmp, /run and root's home. The rest of the file system is this
#   machine's. Its clients may use the ports 1024 to 65535, except those of Erlang.
#
# EXIT: 0 done; 4 the environment does not allow it: not root, a lab is up already, the kernel
#   has no namespaces or, for --delay, --loss and --rate, no netem (--without-netem: no TAP devices);
#   2 bad usage; 1 failed.
#   up deletes what it has made when it fails.
#
# REQUIREMENTS: root, flock and util-linux; iproute2 and openssh-server, with --without-netem a C
#   compiler, which up installs where they are missing, and says so first. Debian's
#   openssh-server starts an sshd of its own, which serves this machine; down leaves it alone.
#
# CAVEATS: All hosts share this machine's processors and memory. netem delays and drops whole
#   packets, so the links with --delay, --loss or --rate carry no packet larger than a frame.
#
# FOR TESTS: LAB_CRASH=K ends it as kill -9 does after its K-th change.

set -Eeuo pipefail
trap 'fault 1 "failed in line $LINENO of ${BASH_SOURCE[0]##*/}"' ERR
umask 077 # the keys are root's alone
lab_home=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/lab
words=("$@")
command='' hosts='' dry_run=false nofile=() delay='' loss='' rate='' without_netem=false

say() { printf 'lab.sh: %s\n' "$*" >&2; }

fault() { # CODE MESSAGE...
    say "${@:2}"
    exit "$1"
}

# shellcheck source=ops/net/lab/values.sh
. "$lab_home/values.sh"
# shellcheck source=ops/net/lab/plan.sh
. "$lab_home/plan.sh"
# shellcheck source=ops/net/lab/journal.sh
. "$lab_home/journal.sh"
# shellcheck source=ops/net/lab/keys.sh
. "$lab_home/keys.sh"
# shellcheck source=ops/net/lab/up.sh
. "$lab_home/up.sh"
# shellcheck source=ops/net/lab/down.sh
. "$lab_home/down.sh"
# shellcheck source=ops/net/lab/status.sh
. "$lab_home/status.sh"

options() {
    while (($#)); do
        case $1 in
            --nofile | --delay | --loss | --rate)
                (($# > 1)) || fault 2 "$1 needs a value; lab.sh --help shows one"
                "take_${1#--}" "$2"
                shift
                ;;
            --nofile=* | --delay=* | --loss=* | --rate=*)
                set -- "${1%%=*}" "${1#*=}" "${@:2}"
                continue
                ;;
            --without-netem) without_netem=true ;;
            --dry-run) dry_run=true ;;
            -h | --help)
                sed -n '3,/^$/s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
                exit 0
                ;;
            -*) fault 2 "unknown option '$1'; lab.sh --help lists them" ;;
            *)
                if [[ -z $command ]]; then
                    take_command "$1"
                elif [[ $command == up && -z $hosts ]]; then
                    take_hosts "$1"
                else
                    fault 2 "$command does not take '$1'; see lab.sh --help"
                fi
                ;;
        esac
        shift
    done
    [[ -n $command ]] || fault 2 'name a command: up, status or down; see lab.sh --help'
    if [[ $command == up ]]; then
        [[ -n $hosts ]] || fault 2 "up needs a number of hosts, such as: lab.sh up 3"
        check_counts
        check_without_netem
    elif [[ $dry_run$without_netem${nofile[*]}$delay$loss$rate != falsefalse ]]; then
        fault 2 "'$command' takes no options: it covers everything that 'lab.sh up' created"
    fi
}

require_root() {
    ((EUID == 0)) || fault 4 "$command needs root: sudo ${BASH_SOURCE[0]} ${words[*]}"
}

up() {
    plan_all
    if $dry_run; then
        show_plan
        exit
    fi
    require_root
    require_tools
    check_machine
    lock_lab
    ! journal_there ||
        fault 4 "a lab already exists (running, or left by an interrupted 'lab.sh up');" \
            "see 'lab.sh status', then delete it: sudo ${BASH_SOURCE[0]} down"
    show_plan
    make_all
    printf '%s up; run a command in one: ssh -F %s lab1 COMMAND; delete all: sudo %s down\n' \
        "$(counted "$hosts" host)" "$lab/ssh_config" "${BASH_SOURCE[0]}"
    printf 'for ./threadwall: export THREADWALL_SSH_CONFIG=%s\n' "$lab/ssh_config"
}

down() {
    require_root
    if [[ -d $lab ]]; then
        lock_lab
        load_journal
        delete_all
    fi
    if ((deleted)); then echo "$deleted deleted"; else echo 'nothing to delete'; fi
}

status() {
    require_root
    load_journal
    show_status
}

options "$@"
"$command"
