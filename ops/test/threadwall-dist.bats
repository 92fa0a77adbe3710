#!/usr/bin/env bats
# shellcheck disable=SC2154 # set by others
#
# What `threadwall dist` says before it builds anything.

load machine

refused() { # CODE TEXT
    [ "$status" -eq "$1" ]
    [ "$stderr" = "threadwall: $2" ]
    [ ! -e "$clone/target/dist" ]
}

@test "dist --help is answered at once" {
    run --separate-stderr threadwall dist --help
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == 'Usage: ./threadwall dist [FOLDER]' ]]
    [ "$stderr" = '' ]
    [ ! -e "$clone/.threadwall" ]
}

@test "dist takes one folder" {
    local words
    for words in '--folder' 'one two' '-x'; do
        # shellcheck disable=SC2086 # words
        run --separate-stderr threadwall dist $words
        refused 2 'dist takes one folder; see ./threadwall dist --help'
    done
}

@test "dist needs git and dpkg-deb, a clone of git, and no uncommitted change" {
    run --separate-stderr threadwall dist
    refused 4 'dist needs git; install the package git'
    script "$bin/git" <<<'exit 0'
    run --separate-stderr threadwall dist
    refused 4 'dist needs dpkg-deb; install the package dpkg'
    script "$bin/dpkg-deb" <<<'exit 0'
    run --separate-stderr threadwall dist
    refused 4 "dist packs a commit, and $clone is no clone of git"
    script "$bin/git" <<<'echo " M README.md"'
    : >"$clone/.git"
    run --separate-stderr threadwall dist
    refused 4 'dist packs a commit: commit your changes, or stash them'
}
