#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # for another shell; each test its own; set by others
#
# `threadwall vm-test`, as far as it goes without a machine. What it does in one is seen by running it.

load machine

a_vm_clone() {
    a_machine
    cp -r "$root/ops/vm" "$clone/ops/vm"
    script "$bin/mke2fs" <<<'exit 0'
}

# The emulator and its kin, which are content with everything.
fake_emulator() {
    local tool
    for tool in qemu-system-x86_64 qemu-img debootstrap; do script "$bin/$tool" <<<'exit 0'; done
    for tool in mktemp cut; do ln -s "$(type -P "$tool")" "$bin/$tool"; done
}

@test "--help tells what it installs, and needs no JDK" {
    a_vm_clone
    rm -r "$jvms/jdk-25"
    run threadwall vm-test --help
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = 'Usage: ./threadwall vm-test [--keep] [--rebuild] [TEST...]' ]
    [[ ${output//$'\n'/ } == *'qemu-system-x86, qemu-utils, debootstrap, e2fsprogs'* ]]
}

@test "an unknown option is one line and 2" {
    a_vm_clone
    run threadwall vm-test --kvm
    [ "$status" -eq 2 ]
    [ "$output" = "threadwall: unknown option '--kvm'; ./threadwall vm-test --help lists them" ]
}

@test "a test that is not there is one line and 2" {
    a_vm_clone
    run threadwall vm-test persist no-such-test
    [ "$status" -eq 2 ]
    [ "$output" = "threadwall: no test in ops/vm/tests is named like 'no-such-test'; there are:
$(cd "$root/ops/vm/tests" && printf '  %s\n' *.bats)" ]
}

@test "--shell with a test is one line and 2" {
    a_vm_clone
    run threadwall vm-test --shell persist
    [ "$status" -eq 2 ]
    [ "$output" = 'threadwall: --shell runs no tests; see ./threadwall vm-test --help' ]
}

@test "power with another test is one line and 2" {
    a_vm_clone
    run threadwall vm-test power persist
    [ "$status" -eq 2 ]
    [ "$output" = "threadwall: 'power' accepts only --cuts and --rebuild, and cannot run together with other tests;\
 see ./threadwall vm-test --help" ]
}

@test "power cuts that are no number, or nobody's, are one line and 2" {
    a_vm_clone
    run threadwall vm-test power --cuts=none
    [ "$status" -eq 2 ]
    [ "$output" = "threadwall: --cuts must be a number from 1 to 9999, not 'none'" ]
    run threadwall vm-test --cuts=3
    [ "$status" -eq 2 ]
    [ "$output" = 'threadwall: --cuts applies to power only; see ./threadwall vm-test --help' ]
}

@test "the machine whose power is cut has its port, its lines and one disk that keeps what it is given" {
    a_vm_clone
    local machine=$clone/machine disk=$clone/disk
    script "$bin/qemu-system-x86_64" <<<'printf "%s\n" "$@"'
    script "$bin/mke2fs" <<<'echo made >>"${@: -2:1}"'
    ln -s "$(type -P truncate)" "$bin/truncate"
    for _ in first again; do
        run "${call[@]}" "$clone/ops/vm/power/machine.sh" "$machine" "$disk" 4711 java -jar a.jar '' java -jar 'b c' ''
        [ "$status" -eq 0 ]
    done
    [[ $output == *"hostfwd=tcp:127.0.0.1:4711-10.0.2.15:8080"* ]]
    [ "$(grep -c '^if=none,.*readonly=on$' <<<"$output")" -eq 4 ]
    [ "$(grep '^if=none,.*cache=' <<<"$output")" = "if=none,id=data,file=$disk/data.img,format=raw,cache=none" ]
    [ "$(<"$disk/data.img")" = made ]
    [ "$(tr -d '\0' <"$disk/lines")" = $'java\n-jar\na.jar\n\njava\n-jar\nb c' ]
    [ "$(stat -c %s "$disk/lines")" -eq 4096 ]
}

@test "without qemu and without root it is one line with the command to run, and 4" {
    a_vm_clone
    script "$bin/apt-get" <<<'exit 1'
    run as_user "${call[@]}" "$clone/threadwall" vm-test </dev/null
    [ "$status" -eq 4 ]
    local next='run as root: apt-get install qemu-system-x86 qemu-utils'
    [ "$output" = "threadwall: missing: qemu-system-x86_64 qemu-img; installing needs root; $next" ]
}

@test "without a base disk and without root it is one line with the next step, and 4" {
    a_vm_clone
    fake_emulator
    run as_user "${call[@]}" "$clone/threadwall" vm-test </dev/null
    [ "$status" -eq 4 ]
    [ "${lines[-1]}" = "threadwall: making the machine's disk needs root, once; install sudo, or run as root" ]
    [ -z "$(find "$clone/.threadwall/vm" -name 'run.*')" ]
}

@test "without an archive of Debian it says how to name one, and 4" {
    ((EUID == 0)) || skip 'needs root'
    a_vm_clone
    fake_emulator
    script "$bin/apt-get" <<<'[[ $1 != indextargets ]] || echo "http://127.0.0.1:9/ Ubuntu Ubuntu"'
    run threadwall vm-test
    [ "$status" -eq 4 ]
    local next='set THREADWALL_DEBIAN_MIRROR to the address of one'
    [ "${lines[-1]}" = "threadwall: apt has no Debian archive here; $next" ]
}

@test "a second one at the same time is one line and 4, and does the first no harm" {
    a_vm_clone
    fake_emulator
    threadwall serve
    mkdir -p "$clone/.threadwall/vm/run.first"
    exec {lock}>"$clone/.threadwall/vm/lock"
    flock "$lock"
    run threadwall vm-test {lock}>&-
    [ "$status" -eq 4 ]
    [ "$output" = 'threadwall: another vm-test of this clone is running; wait for its end, or use another clone' ]
    [ -d "$clone/.threadwall/vm/run.first" ]
}

@test "a test for a larger machine runs when it is named, and not otherwise" {
    run bash -c 'tw_home=$1 tw_state=$1/.threadwall; . "$1/ops/vm/command.sh"; tw_vm_names=(""); vm_tests; tw_vm_names=(million); vm_tests; vm_memory
        echo "$tw_vm_memory"' bash "$root"
    [ "$status" -eq 0 ]
    [ "${lines[-2]}" = 90-million.bats ]
    [ "${lines[-1]}" = 16G ]
    [ "$(grep -c million <<<"$output")" -eq 1 ]
}
