#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # dollars for another shell; what bats and tree.bash set
#
# limits.sh: what may not be changed, who may ask for what, and usage.

load tree

@test "apply takes its values from the files in ops/sysctl" {
    sed -i 's/^vm.max_map_count = .*/vm.max_map_count = 77777/' "$BATS_TEST_TMPDIR/sysctl/90-threadwall-threads.conf"
    apply
    [ "$(at /proc/sys/vm/max_map_count)" = 77777 ]
}

@test "what may not be changed is listed with the reason, exit 4, and the rest is applied" {
    chmod -R a+rwX "$tree"
    rm "$tree/proc/sys/kernel/pid_max" && mkdir "$tree/proc/sys/fs/x"
    as_user bash -c 'echo 32768 >"$1/pid_max" && chmod 444 "$1/pid_max"' - "$tree/proc/sys/kernel"
    chmod 755 "$tree/etc/sysctl.d"
    ((EUID == 0)) || chmod 555 "$tree/etc/sysctl.d"
    run --separate-stderr as_user "$limits" apply --persist --threads 50000
    [ "$status" -eq 4 ]
    [ "${stderr_lines[0]}" = 'limits.sh: not changed:' ]
    [ "${stderr_lines[1]}" = '  kernel.pid_max stays 32768, asked for 55300: Permission denied' ]
    file=/etc/sysctl.d/90-threadwall-threads.conf
    [ "${stderr_lines[2]}" = "  $file was not written: cannot write to /etc/sysctl.d" ]
    [ "$(at /proc/sys/kernel/threads-max)" = 55300 ]
    run --separate-stderr as_user "$limits" revert
    [ "$status" -eq 0 ]
    [ "$(at /proc/sys/kernel/threads-max)" = 47000 ]
    [ ! -e "$tree/var/lib/threadwall" ]
}

@test "a read-only /proc/sys, as containers have it: the script lists the values that stay" {
    unshare -rm true 2>/dev/null || skip 'needs a user namespace'
    systemd_machine
    script "$memory/inside" <<'END'
mount --bind "$1/proc/sys" "$1/proc/sys" && mount -o remount,bind,ro "$1/proc/sys" && exec "$2" apply --threads 50000
END
    run --separate-stderr unshare -rm "$memory/inside" "$tree" "$limits"
    [ "$status" -eq 4 ]
    [ "${lines[-1]}" = "3 changed; undo: sudo $limits revert" ]
    [ "${stderr_lines[1]}" = '  kernel.threads-max stays 47000, asked for 55300: Read-only file system' ]
    [ "${#stderr_lines[@]}" -eq 4 ]
    [ "$(at "$slice/pids.max")" = 55300 ]
}

@test "without a place for the journal nothing is changed" {
    rm -r "${tree:?}/var" && : >"$tree/var"
    before=$(snapshot)
    apply
    [ "$status" -eq 4 ]
    [[ $stderr == *'nothing was changed' ]]
    same_as "$before"
}

@test "without root apply and revert say how, before anything" {
    for command in apply revert; do
        run --separate-stderr as_user env -u LIMITS_ROOT "$limits" "$command"
        [ "$status" -eq 4 ]
        [ "$output" = '' ]
        [ "$stderr" = "limits.sh: $command changes the kernel's limits and needs root: sudo $limits $command" ]
    done
}

@test "status and --dry-run serve everyone, and change nothing" {
    for arguments in status 'status --threads 50000' 'apply --dry-run' 'apply --dry-run --persist --threads 50000'; do
        # shellcheck disable=SC2086 # words
        run --separate-stderr as_user env -u LIMITS_ROOT "$limits" $arguments
        [ "$status" -eq 0 ]
        [ "$stderr" = '' ]
    done
    systemd_machine
    before=$(snapshot)
    run "$limits" apply --dry-run --persist
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = 'pids.max of user.slice/user-1000.slice     15510 → 120000' ]
    same_as "$before"
}

@test "status: now, with apply, before apply, whose" {
    run "$limits" status --threads 50000
    [ "$status" -eq 0 ]
    row='%-46s %-20s %-20s %-20s %s'
    # shellcheck disable=SC2059 # the row's format
    is_row() { [ "$1" = "$(printf "$row" "${@:2}")" ]; }
    is_row "${lines[2]}" kernel.pid_max 32768 55300 - short
    [ "${lines[-1]}" = 'journal: none; there is nothing to revert' ]
    apply
    put /proc/sys/kernel/pid_max 40000
    run "$limits" status
    is_row "${lines[1]}" kernel.threads-max 120000 120000 47000 'enough, ours'
    is_row "${lines[2]}" kernel.pid_max 40000 200000 32768 'short, changed since apply'
    [ "${lines[-1]}" = "journal: /var/lib/threadwall/limits/journal; undo: sudo $limits revert" ]
}

@test "limits.d is not written where no session could get what it says, and --dry-run says so, too" {
    printf 'CapEff:\t0000000000000000\nCapBnd:\t000001fffeffffff\n' >"$tree/proc/1/status"
    before=$(snapshot)
    apply --persist --dry-run --connections 600k
    [ "$status" -eq 4 ]
    [ "${stderr_lines[0]}" = 'limits.sh: cannot be changed here:' ]
    [[ ${stderr_lines[1]} == '  /etc/security/limits.d/90-threadwall.conf is not written: '*CAP_SYS_RESOURCE* ]]
    same_as "$before"
    apply --persist --connections 600k
    [ "$status" -eq 4 ]
    [ ! -e "$tree/etc/security/limits.d/90-threadwall.conf" ]
    [ -e "$tree/etc/sysctl.d/90-threadwall-connections.conf" ]
    revert
    same_as "$before"
}

@test "40k is 40000" {
    apply --dry-run --threads 40k
    [ "$status" -eq 0 ]
    by_k=$output
    apply --dry-run --threads=40000
    [ "$output" = "$by_k" ]
}

@test "the journal is root's alone" {
    apply
    [ "$(stat -c %a "$tree/var/lib/threadwall/limits" "$tree/var/lib/threadwall/limits/journal")" = $'700\n600' ]
}

@test "a systemctl that fails is listed, and asked again by the next apply" {
    systemd_machine
    cp "$tree/bin/systemctl" "$memory/systemctl"
    script "$tree/bin/systemctl" <<<'echo "Failed to connect to bus" >&2; exit 1'
    apply --threads 50000
    [ "$status" -eq 4 ]
    [ "${stderr_lines[1]}" = '  systemctl daemon-reload: Failed to connect to bus' ]
    cp "$memory/systemctl" "$tree/bin/systemctl"
    apply --threads 50000
    [ "$status" -eq 0 ]
    [ "$(<"$calls")" = 'systemctl daemon-reload' ]
}

@test "two at once: the second one exits with a message" {
    apply
    after=$(snapshot)
    exec {held}<"$tree/var/lib/threadwall/limits"
    flock "$held"
    revert
    [ "$status" -eq 4 ]
    [ "$stderr" = 'limits.sh: another limits.sh is running; try again when it has ended' ]
    same_as "$after"
    exec {held}<&-
}

@test "usage: an unknown option or command, a value that is no number, none at all are one line and 2" {
    declare -A wrong=(
        ['--thread 5']="unknown option '--thread'; limits.sh --help lists them"
        [raise]="unknown command 'raise'; limits.sh --help lists them"
        ['apply --threads 40K']="--threads takes a count up to 4M, such as 500, 40k or 1M, not '40K'"
        ['apply --threads=4000001']="--threads takes a count up to 4M, such as 500, 40k or 1M, not '4000001'"
        ['apply --connections=101M']="--connections takes a count up to 100M, such as 500, 40k or 1M, not '101M'"
        ['apply --threads']='--threads needs a number'
        ['apply revert']="name one command, 'apply' or 'revert'"
        ['revert --persist']='revert takes no options: it undoes everything that apply did'
        ['status --dry-run']="--dry-run works only with 'apply'; 'status' never changes anything"
        ['--threads 5']='name a command: apply, status or revert; see limits.sh --help'
    )
    for arguments in "${!wrong[@]}"; do
        # shellcheck disable=SC2086 # words
        run "$limits" $arguments
        [ "$status" -eq 2 ]
        [ "$output" = "limits.sh: ${wrong[$arguments]}" ]
    done
}

@test "--help is the head of the file" {
    run "$limits" --help
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "limits.sh - raise Linux's limits of threads and connections, and restore them" ]
    [[ $output == *USAGE*EXIT*REQUIREMENTS*CAVEATS* ]]
}

@test "the files in ops/sysctl are valid: comments and keys, each key once" {
    run grep -hvE '^(#.*|-?[a-z0-9_.-]+ = [0-9 ]+)?$' "$root"/ops/sysctl/*.conf
    [ "$output" = '' ]
    run bash -c 'sed -n "s/ = .*//p" "$1"/ops/sysctl/*.conf | grep -v "^#" | sort | uniq -d' - "$root"
    [ "$output" = '' ]
}
