# shellcheck shell=bash disable=SC2034,SC2154 # the tests use them; what bats and guest.bash set
# What the tests of client hosts share: hosts of lab.sh, and sweeps from them. Nothing of a lab may be left on the machine.

lab=(sudo "$root/ops/net/lab.sh")
config=/run/threadwall/lab/ssh_config

setup() { no_lab >"$BATS_TEST_TMPDIR/before"; }

teardown() {
    "${lab[@]}" down
    sudo rm -rf "$BATS_TEST_TMPDIR/run" # of root, so that bats cannot delete it
    no_lab | diff "$BATS_TEST_TMPDIR/before" -
}

no_lab() {
    ip -brief address | awk '{ $2 = ""; print }'
    ip netns
    pgrep -x -c sshd
    pgrep -fl 'epmd -daemon|beam' || true # not Debian's own epmd.socket
    sudo ls /run/threadwall 2>&1 || true
}

sweep() { # ARGUMENT...
    sudo THREADWALL_SSH_CONFIG="$config" JAVA_HOME="$JAVA_HOME" "$one_compiler" "$root/ops/ulim.sh" -q "$root/threadwall" sweep \
        --servers kilim --out "$BATS_TEST_TMPDIR/run" "$@"
}
