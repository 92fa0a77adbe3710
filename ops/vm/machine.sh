# shellcheck shell=bash disable=SC2034,SC2054,SC2154 # used elsewhere; commas that qemu wants; set elsewhere
# The machine itself: starts, follows and ends one qemu. It cannot outlive this shell: the kernel kills it with the shell
# (pdeathsig, which is reliable here, because a shell has one thread).

tw_vm_pid=''   # of qemu, while it runs
tw_vm_lines='' # descriptor that what the tests say is read from

new_overlay() { # FILE
    qemu-img create -q -f qcow2 -F raw -b "$tw_vm_base/disk.img" "$1"
}

# The arguments that every machine has in common, a line each.
# Nehalem is the newest CPU of which all instructions are cheap to emulate. A kernel protects it against Meltdown by other
# page tables for each system call, and QEMU's own cache of addresses is empty after each change: without that protection
# system calls take a fraction of the time.
bare_words() { # BASE MEMORY KERNEL-OPTION...
    printf '%s\n' qemu-system-x86_64 -accel tcg,thread=multi -machine q35 -cpu Nehalem -smp 2 -m "$2" \
        -nodefaults -no-user-config -display none -device virtio-rng-pci \
        -kernel "$1/vmlinuz" -initrd "$1/initrd" -append "root=LABEL=threadwall ${*:3} mitigations=off console=ttyS0 quiet"
}

disk_words() { # NAME FILE OPTIONS: the machine knows it as /dev/disk/by-id/virtio-NAME
    printf '%s\n' -drive "if=none,id=$1,file=$2,$3" -device "virtio-blk-pci,drive=$1,serial=$1"
}

# No network: the tests need only lo.
machine_words() { # DISK
    bare_words "$tw_vm_base" "$tw_vm_memory" rw
    printf '%s\n' -nic none
    disk_words disk "$1" format=qcow2,cache=unsafe
    disk_words jdk "$tw_vm_jdk" format=raw,readonly=on
    disk_words project "$tw_vm_run/project.tar" format=raw,readonly=on
}

# Its console goes to a file, and the records that tests publish to another. The results come on its standard output, which
# ends with qemu.
start_machine() { # DISK
    local words
    mapfile -t words < <(machine_words "$1")
    words+=(-serial "file:$tw_vm/console.log" -device virtio-serial -chardev file,id=results,path=/dev/stdout
        -device virtserialport,chardev=results,name=threadwall.results
        -chardev "file,id=records,path=$tw_vm_run/records.tar" -device virtserialport,chardev=records,name=threadwall.records)
    exec {tw_vm_lines}< <(
        exec {tw_vm_lock}>&-
        exec setpriv --pdeathsig KILL "${words[@]}" </dev/null 2>"$tw_vm/qemu.log"
    )
    tw_vm_pid=$!
}

# qemu and its keys (Ctrl-A X) have this terminal until the machine ends. It still runs in the background, because bash
# handles signals only while it waits.
shell_machine() { # DISK
    local words
    mapfile -t words < <(machine_words "$1")
    setpriv --pdeathsig KILL "${words[@]}" -serial mon:stdio <&0 {tw_vm_lock}>&- &
    tw_vm_pid=$!
    wait "$tw_vm_pid"
}

end_machine() {
    [[ -n $tw_vm_pid ]] || return 0
    local tenths
    kill -TERM "$tw_vm_pid" 2>/dev/null || true
    for ((tenths = 0; tenths < 50; tenths++)); do
        kill -0 "$tw_vm_pid" 2>/dev/null || break
        sleep 0.1
    done
    kill -KILL "$tw_vm_pid" 2>/dev/null || true
    wait "$tw_vm_pid" 2>/dev/null || true
    tw_vm_pid=''
}
