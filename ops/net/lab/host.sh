#!/usr/bin/env bash
#
# host.sh - becomes the sshd of a lab host; lab.sh starts it in the host's namespaces for network, mounts and host name
#
# USAGE: host.sh FOLDER HOST DISK NOFILE
#
# Its mounts end with the last process in the namespace.
set -euo pipefail
folder=$1 host=$2 disk=$3 nofile=$4

umask 022 # of what ssh runs
hostname "lab$host"
mount -t tmpfs -o "size=$disk,mode=755" lab "$folder/disk"
mkdir -p "$folder/disk"/{home,tmp,run/sshd} # sshd confines there what has no key yet
chmod 700 "$folder/disk/home"
chmod 1777 "$folder/disk/tmp"
home=$(getent passwd 0 | cut -d : -f 6)
mount --bind "$folder/disk/tmp" /tmp
mount --bind "$folder/disk/tmp" /var/tmp
[[ ! -d $home || $home == / ]] || mount --bind "$folder/disk/home" "$home"
# the lab's folder is in /run, so /run is mounted over last
mkdir -p "$folder/disk$folder"
mount --bind "$folder" "$folder/disk$folder"
mount --rbind "$folder/disk/run" /run

# A fresh host has 28,232 ports for its clients; of these, Erlang listens on 4369 (epmd) and, by Tsung, above 64000.
echo '1024 65535' >/proc/sys/net/ipv4/ip_local_port_range
echo '4369,64000-65500' >/proc/sys/net/ipv4/ip_local_reserved_ports
# a session has a soft limit of 1,024 on most systems
ulimit -Sn $((nofile < 1024 ? nofile : 1024))
ulimit -Hn "$nofile"

# the host must not inherit open files of the caller of lab.sh, or the lock
sshd=$(type -P sshd)
for open in /proc/"$$"/fd/*; do
    fd=${open##*/}
    ((fd < 3 || fd == 255)) || exec {fd}>&-
done
# sshd is the first of the host's own processes: all others end with it
exec unshare --pid --fork --kill-child --mount-proc "$sshd" -D -e -f "$folder/sshd_config_$host"
