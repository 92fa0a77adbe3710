# shellcheck shell=bash disable=SC2154
# `threadwall vm-test`: makes a machine with systemd, starts it, runs tests in it and ends it.

tw_vm=$tw_state/vm # what is kept between runs: base and JDK disks, the last run's logs
tw_vm_run=''       # this run's folder; deleted at the end
tw_vm_names=()     # the tests asked for, as parts of file names
tw_vm_shell=false tw_vm_keep=false tw_vm_rebuild=false
tw_vm_memory=6G # of the machine
tw_vm_cut=false # whether its power is cut

# shellcheck source=ops/vm/disks.sh
. "$tw_home/ops/vm/disks.sh"
# shellcheck source=ops/vm/machine.sh
. "$tw_home/ops/vm/machine.sh"
# shellcheck source=ops/vm/power/cuts.sh
. "$tw_home/ops/vm/power/cuts.sh"

vm_help() {
    cat <<'END_OF_HELP'
Usage: ./threadwall vm-test [--keep] [--rebuild] [TEST...]
       ./threadwall vm-test --shell
       ./threadwall vm-test power [--cuts=N]

Makes a Debian 12 virtual machine with systemd, 2 CPUs and 6 GiB of memory, emulated by QEMU (TCG, no KVM),
with the limits of a default installation, and runs the tests of ops/vm/tests in it as an ordinary user
who has sudo and has logged in. TEST is a part of a file's name, such as persist. The tests million and handler need
a machine of 16 GiB and run only when they are named.
power runs servers in such a machine and cuts its power while they store users: every acknowledged user
must exist after the next boot.

  --shell      run no tests, but a shell in the machine, on this terminal; sudo poweroff or Ctrl-A X ends it
  --cuts=N     power cuts for each store (default: 10)
  --keep       keep the machine's disk; --shell then starts from it
  --rebuild    make the kept disks again
  -h, --help   this text

It names and installs the distribution's packages that are missing (qemu-system-x86, qemu-utils, debootstrap,
e2fsprogs, for power a C compiler). It makes the base disk once, as root or with sudo, from the Debian archive
that apt uses here (or THREADWALL_DEBIAN_MIRROR), and keeps it in .threadwall/vm. Every run works on an
overlay that is deleted afterwards. The last run's console.log, results.tap and, if tests publish some, records
stay there.

Results go to stdout as TAP. Exits 0 when all passed, 1 when one failed, 4 when the machine cannot run.
END_OF_HELP
}

vm_options() { # ARGUMENT...
    local argument
    for argument in "$@"; do
        case $argument in
            -h | --help)
                vm_help
                exit
                ;;
            --shell) tw_vm_shell=true ;;
            --keep) tw_vm_keep=true ;;
            --rebuild) tw_vm_rebuild=true ;;
            --cuts=*)
                tw_vm_cuts=${argument#*=}
                [[ $tw_vm_cuts =~ ^[1-9][0-9]{0,3}$ ]] ||
                    fault 2 "--cuts must be a number from 1 to 9999, not '$tw_vm_cuts'"
                ;;
            power) tw_vm_cut=true ;;
            -*) fault 2 "unknown option '$argument'; ./threadwall vm-test --help lists them" ;;
            *)
                compgen -G "$tw_home/ops/vm/tests/*$argument*.bats" >/dev/null ||
                    fault 2 "no test in ops/vm/tests is named like '$argument'; there are:
$(cd "$tw_home/ops/vm/tests" && printf '  %s\n' *.bats)"
                tw_vm_names+=("$argument")
                ;;
        esac
    done
    if $tw_vm_cut && { $tw_vm_shell || $tw_vm_keep || ((${#tw_vm_names[@]})); }; then
        fault 2 "'power' accepts only --cuts and --rebuild, and cannot run together with other tests;\
 see ./threadwall vm-test --help"
    elif ! $tw_vm_cut && [[ -n $tw_vm_cuts ]]; then
        fault 2 '--cuts applies to power only; see ./threadwall vm-test --help'
    elif ((${#tw_vm_names[@]} == 0)); then
        tw_vm_names=('')
    elif $tw_vm_shell; then
        fault 2 '--shell runs no tests; see ./threadwall vm-test --help'
    fi
}

# What a test needs, by its line "# memory: SIZE"; nothing for the usual machine.
vm_memory_of() { sed -n 's/^# memory: //p' "$1"; } # FILE

# The files to run, in order. A test that spans a reboot is several files, which one word names. A file for a larger
# machine runs only when it is named.
vm_tests() {
    local file name
    for file in "$tw_home"/ops/vm/tests/*.bats; do
        for name in "${tw_vm_names[@]}"; do
            if [[ ${file##*/} == *"$name"* && (-n $name || -z $(vm_memory_of "$file")) ]]; then
                printf '%s\n' "${file##*/}"
                break
            fi
        done
    done
}

# The memory that the tests to run need. Those for a larger machine need the same.
vm_memory() {
    local file memory
    while read -r file; do
        memory=$(vm_memory_of "$tw_home/ops/vm/tests/$file")
        tw_vm_memory=${memory:-$tw_vm_memory}
    done < <(vm_tests)
}

vm_require_memory() {
    local has
    has=$(awk '/^MemAvailable:/ { print int($2 / 1048576) }' /proc/meminfo)
    ((has > ${tw_vm_memory%G})) ||
        fault 4 "the machine of these tests has $tw_vm_memory of memory, and $has GiB are available here; free some"
}

phase() { say "$(printf '%4d s  %s' "$SECONDS" "$*")"; }

vm_clean() {
    end_machine
    [[ -z $tw_vm_run ]] || rm -rf "$tw_vm_run"
}

# One machine for each clone. The process with the lock may clean up after one that was killed with -9.
vm_lock() {
    mkdir -p "$tw_vm"
    exec {tw_vm_lock}>"$tw_vm/lock"
    flock -n "$tw_vm_lock" || fault 4 "another vm-test of this clone is running; wait for its end, or use another clone"
    rm -rf "$tw_vm"/run.*
    trap vm_clean EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    tw_vm_run=$(mktemp -d "$tw_vm/run.XXXXXX")
}

# Copies the machine's TAP to stdout and its progress to stderr; sets passed, failed, skipped.
vm_follow() {
    local line finished=false wait=180
    while IFS= read -r -t "$wait" -u "$tw_vm_lines" line; do
        line=${line%$'\r'}
        wait=1500
        case $line in
            '== end') finished=true ;;
            '== '*) phase "${line#== }" ;;
            'not ok '*) failed=$((failed + 1)) ;;&
            'ok '*'# skip'*) skipped=$((skipped + 1)) ;;&
            'ok '*) passed=$((passed + 1)) ;;&
            *) printf '%s\n' "$line" | tee -a "$tw_vm/results.tap" ;;
        esac
    done
    $finished && return
    failed=$((failed + 1))
    say "the machine ended, or printed nothing for $wait s, before its tests were done; see $tw_vm/console.log"
    tail -n 3 "$tw_vm/qemu.log" >&2
}

# The records that the tests published: concatenated archives.
vm_records() {
    [[ -s $tw_vm_run/records.tar ]] || return 0
    mkdir "$tw_vm/records"
    tar -x -i -C "$tw_vm/records" -f "$tw_vm_run/records.tar" || say 'the records of these tests are not complete'
    phase "records of these tests: $tw_vm/records"
}

vm_run_tests() {
    local passed=0 failed=0 skipped=0
    rm -rf "$tw_vm/kept.qcow2" "$tw_vm/records"
    : >"$tw_vm/results.tap"
    new_overlay "$tw_vm_run/disk.qcow2"
    phase 'starting the machine'
    start_machine "$tw_vm_run/disk.qcow2"
    vm_follow
    end_machine
    vm_records
    ! $tw_vm_keep || mv "$tw_vm_run/disk.qcow2" "$tw_vm/kept.qcow2"
    phase "$((passed - skipped)) passed, $failed failed, $skipped skipped"
    ((failed == 0 && passed > 0))
}

vm_run_shell() {
    local disk=$tw_vm/kept.qcow2
    if [[ ! -e $disk ]]; then
        disk=$tw_vm_run/disk.qcow2
        new_overlay "$disk"
    fi
    phase "starting the machine; 'sudo poweroff' or Ctrl-A X ends it"
    shell_machine "$disk"
}

vm_test() {
    vm_options "$@"
    PATH=$PATH:/usr/sbin:/sbin # debootstrap and mke2fs live there
    require_jdk
    require qemu-system-x86_64 qemu-img mke2fs
    ! $tw_vm_cut || require cc
    require_writable
    build_when_changed
    vm_lock
    base_disk
    jdk_disk
    if $tw_vm_cut; then
        vm_run_power
        return
    fi
    project_disk
    vm_memory
    vm_require_memory
    if $tw_vm_shell; then vm_run_shell; else vm_run_tests; fi
}
