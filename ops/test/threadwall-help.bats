#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # backquotes of Markdown; set by others
#
# What the entry script answers on a machine that has nothing: no JDK, no Maven, no package manager.

load machine

@test "--help of threadwall and of a command come from the page, and nothing is looked for" {
    run --separate-stderr threadwall --help
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == 'Usage: ./threadwall '* ]]
    [ "$stderr" = '' ]
    run --separate-stderr threadwall sweep --servers kilim --help
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == 'Usage: ./threadwall sweep '* ]]
    run --separate-stderr threadwall bench speed -h
    [ "$status" -eq 0 ]
    [[ ${lines[0]} == 'Usage: ./threadwall bench speed '* ]]
    [ ! -e "$clone/.threadwall" ]
}

@test "every command of the page has its help, from its usage to its last line" {
    local heading words block page=$clone/docs/reference/commands.md
    while IFS= read -r heading; do
        read -r -a words <<<"$heading"
        run --separate-stderr threadwall "${words[@]}" --help
        [ "$status" -eq 0 ]
        [[ ${lines[0]} == "Usage: ./threadwall $heading"* ]]
        block=$(sed -n "/^## \`.\/threadwall $heading\`\$/,/^\`\`\`\$/p" "$page" | sed '1,3d; $d')
        [ "$output" = "$block" ]
    done < <(sed -n 's/^## `.\/threadwall \(.*\)`$/\1/p' "$page")
}

@test "--help after an operand is the command's, and that of an old name the new one's" {
    local command
    for command in 'report results/x' 'sweep kilim' 'bench speed x'; do
        read -r -a words <<<"$command"
        run --separate-stderr threadwall "${words[@]}" --help
        [ "$status" -eq 0 ]
        [[ ${lines[0]} == "Usage: ./threadwall ${command% *}"* ]]
    done
    run --separate-stderr threadwall abuse crash --help
    [[ ${lines[0]} == 'Usage: ./threadwall resilience crash '* ]]
}

@test "a mistyped option is refused at once, with the option that it is nearest to" {
    run --separate-stderr threadwall sweep --conections 5k
    [ "$status" -eq 2 ]
    [ "$stderr" = "threadwall: unknown option '--conections'. Did you mean '--connections'? ./threadwall sweep --help lists the options" ]
    run --separate-stderr threadwall resilience soak --colour=red
    [ "$status" -eq 2 ]
    [ "$stderr" = "threadwall: unknown option '--colour'. ./threadwall resilience soak --help lists the options" ]
    run --separate-stderr threadwall --nope
    [ "$status" -eq 2 ]
    [ ! -e "$clone/.threadwall" ]
}

@test "former names of options, and options that are another option's value, are left to the CLI" {
    a_machine
    local words
    for words in 'sweep --concurrency 10' 'resilience soak --minutes 1 --server kilim' \
        'resilience hangup --server-option --workers=1' 'record -- ab --nope --help'; do
        # shellcheck disable=SC2086 # words
        run --separate-stderr threadwall $words
        [ "$status" -eq 0 ]
        [[ $output == java* ]]
    done
}

@test "without its page the entry script leaves all to the CLI" {
    a_machine
    rm "$clone/docs/reference/commands.md"
    run --separate-stderr threadwall doctor --help
    [ "$status" -eq 0 ]
    [[ $output == *'<doctor> <--help>'* ]]
}

@test "a command is known where SIGPIPE is ignored, and nothing is printed for it" {
    a_machine
    run --separate-stderr bash -c 'trap "" PIPE; "$@"' _ "${call[@]}" "$clone/threadwall" serve kilim
    [ "$status" -eq 0 ]
    [[ $stderr != *pipe* ]]
}

@test "without a command: the help, and exit code 2" {
    run --separate-stderr threadwall
    [ "$status" -eq 2 ]
    [[ ${lines[0]} == 'Usage: ./threadwall '* ]]
}

@test "--version is that of the POM" {
    printf '<project>\n  <version>1.2.3</version>\n</project>\n' >"$clone/pom.xml"
    run --separate-stderr threadwall --version
    [ "$status" -eq 0 ]
    [ "$output" = 'threadwall 1.2.3' ]
}

@test "a mistyped command is refused with the nearest one" {
    local -A nearest=([swep]=sweep [sweeps]=sweep [dcotor]=doctor [reprot]=report ['test-vm']='' [x]='' [tests]=test)
    local word
    for word in "${!nearest[@]}"; do
        run --separate-stderr threadwall "$word" --servers kilim
        [ "$status" -eq 2 ]
        local hint=${nearest[$word]:+ Did you mean \'${nearest[$word]}\'?}
        [ "$stderr" = "threadwall: unknown command '$word'.$hint ./threadwall --help lists the commands" ]
    done
    [ ! -e "$clone/.threadwall" ]
}

@test "help of a server's own goes to the server" {
    a_machine
    run --separate-stderr threadwall serve kilim --help
    [ "$status" -eq 0 ]
    [[ $output == *'<serve> <kilim> <--help>'* ]]
}
