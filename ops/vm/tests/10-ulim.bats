#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # dollars for another shell; what bats and guest.bash set
#
# ulim.sh with a real sudo and a real CAP_SYS_RESOURCE: past hard limits.

load guest

ulim=$root/ops/ulim.sh

@test "the project's own tests of ulim.sh pass here, none skipped" {
    run bats --formatter tap "$root/ops/test/ulim.bats"
    evidence "$(head -n 1 <<<"$output") tests"
    echo "$output"
    [ "$status" -eq 0 ]
    [[ $output != *'# skip'* ]]
}

@test "sudo lifts an ordinary user past the hard limit, and the command is still the user's own" {
    run --separate-stderr bash -c 'ulimit -Hn 4096; "$1" --nofile 200000 "ulimit -Sn; ulimit -Hn; id -un"' - "$ulim"
    evidence "${stderr_lines[0]}"
    [ "$status" -eq 0 ]
    [ "$output" = $'200000\n200000\ntester' ]
    [ "${stderr_lines[0]}" = \
        'nofile      asked  200000   in force    200000   hard limit raised from 4096 by sudo' ]
}
