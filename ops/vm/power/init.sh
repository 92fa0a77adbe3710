#!/usr/bin/env bash
#
# init.sh - all that the machine runs whose power is cut
#
# USAGE: started by the kernel in systemd's place, from the program disk, which is at /mnt (base.sh)
#
# The disk "lines" has the words of command lines, a word a line, and an empty line behind each of them. They are started
# as tester one after the other, each when the one before has said READY; the last one's READY goes to the host by ttyS1,
# what they say else by the console. They have their data on /srv, which is the disk "data": all else is never written.
#
# Nothing here ends in order. When a program does not start, or ends, so does the machine.
set -uo pipefail

export PATH=/opt/jdk/bin:/usr/sbin:/usr/bin LC_ALL=C.UTF-8 XDG_CACHE_HOME=/mnt/cache
export JDK_JAVA_OPTIONS=-XX:TieredStopAtLevel=1 # emulated, the second compiler takes longer than it saves
cd /mnt || exit

# In silence, so that the last line that the host sees is the reason.
down() {
    echo 0 >/proc/sys/kernel/printk
    poweroff -f >/dev/null 2>&1
}

prepare() {
    mount -t tmpfs tmpfs /tmp
    mkdir -p /dev/shm && mount -t tmpfs tmpfs /dev/shm # PostgreSQL's processes share memory by it
    mount /opt/jdk
    mount /dev/disk/by-id/virtio-data /srv && chown tester: /srv || return
    modprobe virtio_net
    ip link set lo up
    ip address add 10.0.2.15/24 dev eth0 && ip link set eth0 up # where qemu's hostfwd leads to
}

words() { tr -d '\0' </dev/disk/by-id/virtio-lines; }

# Sets ready to what it says when it is.
start() { # WORD...
    exec {said}< <(exec setpriv --reuid=tester --regid=tester --init-groups "$@" </dev/null)
    while IFS= read -r -u "$said" ready; do
        [[ $ready != READY* ]] || return 0
    done
    return 1
}

serve() {
    local word line=()
    while IFS= read -r word; do
        if [[ -n $word ]]; then
            line+=("$word")
        else
            start "${line[@]}" || return
            line=()
        fi
    done < <(words)
    printf '%s\n' "$ready" >/dev/ttyS1
    cat <&"$said" >/dev/null # as long as it lives
}

prepare && {
    [[ ! -e nosync.so ]] || export LD_PRELOAD=/mnt/nosync.so
    serve
}
down
