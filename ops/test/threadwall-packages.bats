#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # for another shell; each test its own; set by others
#
# The tools that a command needs: had, brought, or asked for.

load machine

# apt-get that knows no packages until it was told to update, then brings ab.
fake_apt() {
    script "$bin/apt-get" <<'END'
echo "apt-get $*" >>"$CALLS"
case $* in
    *update*) : >"$CALLS.updated" ;;
    *) [[ -e $CALLS.updated ]] && printf '#!/usr/bin/env bash\n' >"$BIN/ab" && chmod +x "$BIN/ab" ;;
esac
END
}

@test "Maven that is too old is one line and 4" {
    a_machine
    script "$bin/mvn" <<<'echo "Apache Maven 3.6.3 (x)"'
    run threadwall serve
    [ "$status" -eq 4 ]
    [ "$output" = "threadwall: $bin/mvn is Maven 3.6.3; install Maven 3.8 or newer" ]
}

@test "without ab and without root, sweep is one line with the command to run, and 4" {
    a_machine
    rm "$bin/ab"
    script "$bin/apt-get" <<<'exit 1'
    run as_user "${call[@]}" "$clone/threadwall" sweep </dev/null
    [ "$status" -eq 4 ]
    [ "$output" = 'threadwall: missing: ab; installing needs root; run as root: apt-get install apache2-utils' ]
}

@test "sudo installs a missing ab, saying so first; the lists are updated only when needed" {
    a_machine
    rm "$bin/ab"
    fake_apt
    script "$bin/sudo" <<<'echo "sudo $*" >>"$CALLS"; [[ $1 != -n ]] || shift; exec "$@"'
    run --separate-stderr as_user "${call[@]}" "$clone/threadwall" sweep </dev/null
    [ "$status" -eq 0 ]
    [ "${stderr_lines[0]}" = 'threadwall: installing apache2-utils (for ab) with apt-get ...' ]
    [ "$(grep ^apt-get "$calls")" = 'apt-get -o DPkg::Lock::Timeout=120 -y install --no-install-recommends apache2-utils
apt-get -o DPkg::Lock::Timeout=120 -y update
apt-get -o DPkg::Lock::Timeout=120 -y install --no-install-recommends apache2-utils' ]
    [ "$(grep ^sudo "$calls" | head -n 1)" = 'sudo -n true' ]
}

@test "an installation that fails shows its words and exits 4" {
    ((EUID == 0)) || skip 'needs root'
    a_machine
    rm "$bin/ab"
    script "$bin/apt-get" <<<'echo "E: no network" >&2; exit 100'
    run threadwall sweep
    [ "$status" -eq 4 ]
    [ "${lines[-2]}" = 'E: no network' ]
    local what="could not install apache2-utils (its output: $clone/.threadwall/install.log)"
    [ "${lines[-1]}" = "threadwall: apt-get $what; run as root: apt-get install apache2-utils" ]
}

@test "an ab that is there but does not run is one line and 4" {
    a_machine
    script "$bin/ab" <<<'echo "ab: libapr-1.so.0: not found" >&2; exit 127'
    run threadwall sweep
    [ "$status" -eq 4 ]
    [ "$output" = "threadwall: $bin/ab does not run: ab: libapr-1.so.0: not found" ]
}

@test "serve, and a sweep's help and plan, need no ab" {
    a_machine
    rm "$bin/ab"
    threadwall serve kilim
    threadwall sweep --help
    run --separate-stderr threadwall sweep --dry-run
    [ "$status" -eq 0 ]
    [ "$stderr" = '' ]
}

@test "bench wants wrk and a compiler too; wrk is there when it is found, since no call of it ends well" {
    a_machine
    script "$bin/apt-get" <<<'exit 1'
    run threadwall bench speed --servers kilim
    [ "$status" -eq 0 ]
    rm "$bin/wrk" "$bin/cc"
    run as_user "${call[@]}" "$clone/threadwall" bench speed </dev/null
    [ "$status" -eq 4 ]
    [ "$output" = 'threadwall: missing: wrk; installing needs root; run as root: apt-get install wrk' ]
    script "$bin/wrk" <<<'exit 1'
    run as_user "${call[@]}" "$clone/threadwall" bench speed </dev/null
    [ "$status" -eq 4 ]
    [ "$output" = 'threadwall: missing: cc; installing needs root; run as root: apt-get install build-essential' ]
}
