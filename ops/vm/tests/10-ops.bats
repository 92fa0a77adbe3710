#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # dollars for another shell; what bats and guest.bash set
#
# The project's own tests of ops/, as they are, and ulim.sh with a real sudo and a real CAP_SYS_RESOURCE.
# limits-crash.bats, which crashes on trees of files, has 40-revert.bats for its counterpart here.
# limit: 1200

load guest

ulim=$root/ops/ulim.sh

own_tests() { # FILE [COMMAND...]
    run "${@:2}" bats --formatter tap "$root/ops/test/$1"
    echo "$output"
    evidence "$1: $(grep -c '^ok ' <<<"$output") ok, of which $(grep -c '^ok .*# skip' <<<"$output") skipped"
    [ "$status" -eq 0 ]
}

@test "ulim.bats passes for a user" {
    own_tests ulim.bats
    [ "$(grep -c '# skip' <<<"$output")" -le 1 ]
}

@test "ulim.bats passes for root with CAP_SYS_RESOURCE, nothing skipped" {
    own_tests ulim.bats sudo
    [[ $output != *'# skip'* ]]
}

@test "limits.bats passes" { own_tests limits.bats; }

@test "limits-again.bats passes" { own_tests limits-again.bats; }

@test "limits-refused.bats passes" { own_tests limits-refused.bats; }

@test "limits-units.bats passes" { own_tests limits-units.bats; }

@test "watch.bats passes" { own_tests watch.bats; }

@test "aliases.bats passes" { own_tests aliases.bats; }

@test "sudo lifts an ordinary user past the hard limit, and the command is still the user's own" {
    run --separate-stderr bash -c 'ulimit -Hn 4096; "$1" --nofile 200000 "ulimit -Sn; ulimit -Hn; id -un"' - "$ulim"
    evidence "${stderr_lines[0]}"
    [ "$status" -eq 0 ]
    [ "$output" = $'200000\n200000\ntester' ]
    [ "${stderr_lines[0]}" = \
        'nofile      asked  200000   in force    200000   hard limit raised from 4096 by sudo' ]
}

@test "threads and signals past the hard limit, too, and --strict is content" {
    run --separate-stderr "$ulim" --strict --nproc 200000 --sigpending 200000 'ulimit -u; ulimit -i; id -un'
    evidence "${stderr_lines[@]}"
    [ "$status" -eq 0 ]
    [ "$output" = $'200000\n200000\ntester' ]
}
