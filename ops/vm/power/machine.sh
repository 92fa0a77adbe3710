#!/usr/bin/env bash
#
# machine.sh - start the machine whose power is cut
#
# USAGE: machine.sh DISKS FOLDER PORT WORD...   (started by ./threadwall resilience crash --machine DISKS)
#
#   DISKS    folder with base/, jdk.img and program.img, which power_disks makes and nothing ever writes to
#   FOLDER   of the disk that is written to, data.img: made where there is none
#   PORT     of 127.0.0.1 here that leads to port 8080 over there
#   WORD     of the command lines that it runs, each line with an empty word at its end (init.sh)
#
# Becomes qemu: to kill this process with -9 is to cut the power. READY comes out as the server says it, and the console as
# errors. The data disk has cache=none: what the machine has given to its disk is in the file, whatever becomes of qemu; what
# its programs have written and not synced is in the machine's memory, and gone with it.
set -euo pipefail

disks=$1 folder=$2 port=$3
shift 3
export PATH=$PATH:/usr/sbin:/sbin # of mke2fs

# shellcheck source=ops/vm/machine.sh
. "$(dirname "${BASH_SOURCE[0]}")/../machine.sh"

mkdir -p "$folder"
[[ -e $folder/data.img ]] || mke2fs -q -t ext4 "$folder/data.img" 1G >/dev/null
printf '%s\n' "$@" >"$folder/lines"
truncate -s %4096 "$folder/lines" # a disk has whole blocks

mapfile -t words < <(
    bare_words "$disks/base" 2G ro fsck.mode=skip net.ifnames=0 panic=-1 init=/usr/local/sbin/program
    disk_words root "$disks/base/disk.img" format=raw,readonly=on
    disk_words jdk "$disks/jdk.img" format=raw,readonly=on
    disk_words program "$disks/program.img" format=raw,readonly=on
    disk_words lines "$folder/lines" format=raw,readonly=on
    disk_words data "$folder/data.img" format=raw,cache=none
)
# shellcheck disable=SC2054 # commas that qemu wants
words+=(-no-reboot -chardev file,id=console,path=/dev/stderr,append=on -serial chardev:console
    -chardev file,id=ready,path=/dev/stdout -serial chardev:ready
    -netdev "user,id=net,restrict=on,ipv6=off,hostfwd=tcp:127.0.0.1:$port-10.0.2.15:8080"
    -device virtio-net-pci,netdev=net,romfile=)
exec "${words[@]}"
