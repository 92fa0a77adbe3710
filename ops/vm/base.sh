#!/usr/bin/env bash
#
# base.sh - make the disk of a Debian 12 machine with systemd, its kernel and its initrd
#
# USAGE: base.sh MIRROR FOLDER OWNER      (started as root by ./threadwall vm-test)
#
#   MIRROR   address of a Debian archive
#   FOLDER   gets disk.img (ext4, no partitions), vmlinuz, initrd; must not exist yet
#   OWNER    uid:gid that the files are given to
#
# The machine has Debian's defaults, above all Debian's limits: this script changes no sysctl, limit
# or slice. Its user, tester (uid 1000), has sudo without a password and is logged in on the first
# serial line by login(1), so that pam_limits and logind make the session.
#
# The checksum of this file is the key of the stored disk, so a change here makes a new disk.
set -euo pipefail

mirror=$1 folder=$2 owner=$3
packages=systemd-sysv,libpam-systemd,dbus,sudo,procps,psmisc,iproute2,iputils-ping,apache2-utils,wrk,bats,jq
packages+=,openssh-server,openssh-client
packages+=,linux-image-cloud-amd64,initramfs-tools,zstd

# In a mount namespace of its own, so that debootstrap's mounts end with this script, however it ends. Where namespaces are
# not allowed, mounts are not either, and debootstrap works without them.
if [[ -z ${BASE_UNSHARED:-} ]] && unshare -m true 2>/dev/null; then
    BASE_UNSHARED=1 exec unshare -m "$0" "$@"
fi
export PATH=$PATH:/usr/sbin:/sbin LC_ALL=C DEBIAN_FRONTEND=noninteractive

work=$(mktemp -d "$folder.XXXXXX")
trap 'rm -rf --one-file-system "$work"' EXIT
trap 'exit 143' TERM INT HUP
root=$work/root made=$work/made
mkdir -m 755 "$root" "$made"

put() { # FILE [MODE], its content on stdin
    mkdir -p "$(dirname "$root/$1")"
    cat >"$root/$1"
    chmod "${2:-644}" "$root/$1"
}

debootstrap --variant=minbase --include="$packages" bookworm "$root" "$mirror"
# debootstrap cannot install Tsung, because it does not order dependencies. Names are resolved as on this machine.
cp --dereference /etc/resolv.conf "$root/etc/resolv.conf"
chroot "$root" apt-get update -q
chroot "$root" apt-get install -q -y --no-install-recommends gnuplot-nox tsung

chroot "$root" useradd --create-home --shell /bin/bash --uid 1000 tester
chroot "$root" passwd --quiet --delete root
put etc/sudoers.d/tester 440 <<<'tester ALL=(ALL) NOPASSWD: ALL'
put etc/hostname <<<threadwall
put etc/hosts <<<'127.0.0.1 localhost threadwall'
put etc/fstab <<'END_OF_FILE'
LABEL=threadwall / ext4 errors=remount-ro,noatime 0 0
/dev/disk/by-id/virtio-jdk /opt/jdk ext4 ro,noatime,nofail 0 0
END_OF_FILE
mkdir "$root/opt/jdk"

# The user is logged in on the console.
put etc/systemd/system/serial-getty@ttyS0.service.d/login.conf <<'END_OF_FILE'
[Service]
ExecStart=
ExecStart=-/sbin/agetty --autologin tester --noclear --noissue 115200 %I vt220
END_OF_FILE
put etc/udev/rules.d/70-threadwall.rules <<<'SUBSYSTEM=="virtio-ports", OWNER="tester"'
touch "$root/home/tester/.hushlogin"

# Each run brings the project on a disk of its own, a tar without a file system, which also has the test runner.
# Without the serial line for results, a user has logged in.
put home/tester/.bash_profile <<'END_OF_FILE'
export JAVA_HOME=/opt/jdk LC_ALL=C.UTF-8 PATH=$PATH:/usr/sbin:/sbin
project=$HOME/threadwall
if [[ ! -e $project ]]; then
    mkdir "$project.part" && sudo tar -xpf /dev/disk/by-id/virtio-project -C "$project.part" &&
        mv "$project.part" "$project"
fi
cd "$project"
if [[ -e /dev/virtio-ports/threadwall.results && $(tty) == /dev/ttyS0 ]]; then
    exec ops/vm/guest.sh
fi
END_OF_FILE

# With init= of this the machine runs one program and no systemd (power/init.sh).
put usr/local/sbin/program 755 <<'END_OF_FILE'
#!/bin/sh
mount -o ro /dev/disk/by-id/virtio-program /mnt && exec /mnt/init.sh
END_OF_FILE

# Nothing may change by itself while files and values are compared, and there is no network to download from.
chroot "$root" systemctl --quiet mask apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer \
    e2scrub_all.timer e2scrub_reap.service fstrim.timer systemd-tmpfiles-clean.timer man-db.timer
rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/* "$root"/etc/{apt/sources.list,resolv.conf}
rm -rf "$root"/usr/share/{doc,man,locale}/*
chroot "$root" chown -R tester: /home/tester

mv "$root"/boot/vmlinuz-* "$made/vmlinuz"
mv "$root"/boot/initrd.img-* "$made/initrd"
mke2fs -q -t ext4 -L threadwall -d "$root" "$made/disk.img" 3G
chown -R "$owner" "$made"
mv -T "$made" "$folder"
