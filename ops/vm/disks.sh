# shellcheck shell=bash disable=SC2154
# The machine's disks: Debian, stored by the checksum of base.sh; the JDK, stored by its version; the project, for each run.

tw_vm_base='' # folder with disk.img, vmlinuz and initrd
tw_vm_jdk=''  # image of the JDK

sum_of() { sha256sum | head -c 12; } # of stdin

# The address from which this machine's apt gets Debian. Only package lists tell what an archive contains, and a container's
# image often has none.
debian_mirror() {
    local mirror=${THREADWALL_DEBIAN_MIRROR:-} try
    for try in 1 2; do
        [[ -z $mirror ]] || break
        ((try == 1)) || "${tw_root[@]}" apt-get -q update >>"$tw_vm/base.log" 2>&1 </dev/null || break
        # shellcheck disable=SC2016 # apt's own dollars
        mirror=$(apt-get indextargets --format '$(REPO_URI) $(ORIGIN) $(LABEL)' 'Created-By: Packages' 2>/dev/null |
            awk '$1 ~ /^(https?|file):/ && $2 == "Debian" && $3 == "Debian" { print $1; exit }') || mirror=''
    done
    [[ -n $mirror ]] ||
        fault 4 "apt has no Debian archive here; set THREADWALL_DEBIAN_MIRROR to the address of one"
    printf '%s' "$mirror"
}

base_disk() {
    tw_vm_base=$tw_vm/base-$(sum_of <"$tw_home/ops/vm/base.sh")
    ! $tw_vm_rebuild || rm -rf "$tw_vm"/base-* "$tw_vm"/jdk-* "$tw_vm/kept.qcow2"
    [[ ! -d $tw_vm_base ]] || return 0
    require debootstrap
    become_root || fault 4 "making the machine's disk needs root, once; install sudo, or run as root"
    local mirror log=$tw_vm/base.log
    : >"$log"
    mirror=$(debian_mirror)
    phase "making the base disk from $mirror (once, about 2 minutes) ..."
    rm -rf --one-file-system "$tw_vm"/base-* "$tw_vm/kept.qcow2"
    if ! setpriv --pdeathsig TERM timeout -k 10 1200 "${tw_root[@]}" "$tw_home/ops/vm/base.sh" \
        "$mirror" "$tw_vm_base" "$(id -u):$(id -g)" >>"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2
        fault 4 "could not make the base disk; its output: $log"
    fi
    phase 'made the base disk'
}

# Makes a read-only disk of a folder.
image_of() { # FOLDER FILE
    mke2fs -q -t ext4 -m 0 -O ^has_journal -E root_owner=0:0 -d "$1" "$2" \
        "$(($(du -sm "$1" | cut -f 1) * 11 / 10 + 16))M" >&2
}

# The links of a distribution's JDK point outside its folder, so their targets are copied.
jdk_disk() {
    tw_vm_jdk=$tw_vm/jdk-$({ printf '%s\n' "$tw_jdk" && cat "$tw_jdk/release" 2>/dev/null; } | sum_of).img
    [[ ! -e $tw_vm_jdk ]] || return 0
    rm -f "$tw_vm"/jdk-*
    local files=$tw_vm_run/jdk part
    mkdir "$files"
    for part in bin conf lib release; do
        [[ ! -e $tw_jdk/$part ]] || cp -rL "$tw_jdk/$part" "$files/"
    done
    rm -f "$files/lib/src.zip"
    image_of "$files" "$tw_vm_run/jdk.img"
    mv "$tw_vm_run/jdk.img" "$tw_vm_jdk"
    rm -rf "$files"
    phase "copied the JDK ($tw_jdk)"
}

# The built project as a plain tar, with dates to the nanosecond, by which the machine recognizes the jars as built. The
# stamp has them in local time, which is UTC in the machine.
project_disk() {
    local stamp=$tw_vm_run/stamp/.threadwall
    mkdir -p "$stamp"
    printf '%s\n%s\n' "$(source_sums)" "$(TZ=UTC0 jar_stats)" >"$stamp/built"
    vm_tests >"$stamp/vm-tests"
    local tar=(tar --format=posix --owner=tester:1000 --group=tester:1000 -f "$tw_vm_run/project.tar")
    "${tar[@]}" -c -C "$tw_home" --exclude={./.git,./.threadwall,./results,./docs,src/test,node_modules} \
        --exclude=target/{classes,test-classes,'generated-*','maven-*','*-reports'} .
    # which the entry script reads, and a program that a test runs from its source
    "${tar[@]}" -r -C "$tw_home" ./docs/reference/commands.md ./cli/src/test/java/threadwall/cli/e2e/GrowingProcess.java
    "${tar[@]}" -r -C "$tw_vm_run/stamp" ./.threadwall
}
