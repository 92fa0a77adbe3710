#!/usr/bin/env bats
# shellcheck disable=SC2154 # set by others
#
# The list of all messages, and words that no message and no document has.

load helpers

hard_words='foretel|foretold|a thread a request|so that it is seen|\bis told\b|stands it|\bof its own accord\b'

@test "the list has messages of Java and of bash, with their places" {
    run "$root/ops/list-messages.sh"
    [ "$status" -eq 0 ]
    [[ $output == *"/cli/TimeConverter.java:"*"'%s' is not a time such as %s"* ]]
    [[ $output == *"./ops/setup/jdk.sh:"*"unpack a JDK"* ]]
    [[ $output == *"/limits/PortRangeSetting.java:"*"use %,d source addresses"* ]]
}

@test "a message on several lines of source is listed in full, and so is one after fault \$?" {
    run "$root/ops/list-messages.sh" probes ops/setup
    [[ $output == *"/LimitAttribution.java:"*"A hidden ancestor cgroup has that limit; look at it on the host"* ]]
    [[ $output == *"/engines.sh:"*"install cargo with rustup (rustup.rs), or use --engine ab or wrk"* ]]
    [[ $output == *"/engines.sh:"*"the load generator open-loop was not built; to do without it, use --engine vegeta"* ]]
}

@test "a folder has its own messages alone" {
    run "$root/ops/list-messages.sh" ops/limits
    [ "$status" -eq 0 ]
    [ "${#lines[@]}" -gt 5 ]
    [[ $output != *java* ]]
    run "$root/ops/list-messages.sh" --help
    [[ ${lines[0]} == 'list-messages - '* ]]
}

@test "no document and no message has words that have to be read twice" {
    cd "$root"
    run grep -rniP "$hard_words" README.md CONTRIBUTING.md docs --include='*.md'
    [ "$output" = '' ]
    run bash -c 'ops/list-messages.sh | grep -iP "$1"' _ "$hard_words"
    [ "$output" = '' ]
}
