# shellcheck shell=bash disable=SC2016,SC2154
# Help, the version and unknown commands are answered at once, before the script looks for a JDK or builds anything.
#
# The help texts are the blocks of docs/reference/commands.md. ./threadwall docs writes that page from the commands
# themselves, and a test fails when the two differ.

tw_commands_page=$tw_home/docs/reference/commands.md
tw_former_options='--concurrency --limit --minutes --n --seconds --server' # scripts may still use them

# Prints the help of a command, or of threadwall itself; false if the page has none.
command_help() { # WORD...
    awk -v heading="## \`./threadwall${*:+ $*}\`" '
        /^## / { found = $0 == heading }
        /^```$/ { inside = 0 }
        found && inside { print; printed = 1 }
        /^```text$/ { inside = 1 }
        END { exit !printed }' "$tw_commands_page"
}

# The commands, one a line.
command_names() {
    printf '%s\n' test vm-test dist docs
    sed -n 's/^## `.\/threadwall \([a-z-]*\)`$/\1/p' "$tw_commands_page"
}

is_command() { # WORD
    local names
    names=$(command_names)
    # the former name of resilience, which scripts may still use
    [[ $1 == abuse || $'\n'$names$'\n' == *$'\n'"$1"$'\n'* ]]
}

# Prints the line of standard input that is nearest to a mistyped word, at most two letters away; nothing if there is none.
nearest() { # WORD
    awk -v word="$1" '
        function min(a, b) { return a < b ? a : b }
        # Levenshtein distance in which two swapped letters count as one mistake
        function distance(a, b,    i, j, cost, d) {
            for (i = 0; i <= length(a); i++) d[i, 0] = i
            for (j = 0; j <= length(b); j++) d[0, j] = j
            for (i = 1; i <= length(a); i++)
                for (j = 1; j <= length(b); j++) {
                    cost = substr(a, i, 1) != substr(b, j, 1)
                    d[i, j] = min(min(d[i - 1, j] + 1, d[i, j - 1] + 1), d[i - 1, j - 1] + cost)
                    if (i > 1 && j > 1 && substr(a, i - 1, 2) == substr(b, j, 1) substr(b, j - 1, 1))
                        d[i, j] = min(d[i, j], d[i - 2, j - 2] + 1)
                }
            return d[length(a), length(b)]
        }
        BEGIN { least = 3 }
        { d = distance(word, $0); if (d < least && d < length($0)) { least = d; nearest = $0 } }
        END { print nearest }'
}

# A mistyped option is refused before anything is built. The CLI checks what follows an option.
check_options() { # ARGUMENT...
    local word known near previous=''
    known=$(help_of "${names[@]}" | grep -oE -- '(^|[ ,[])--[a-z][a-z-]*' | tr -d ' ,[')
    for word in "$@"; do
        if [[ $previous != --server-option && $word =~ ^(--[a-z][a-z-]*)(=.*)?$ ]]; then
            word=${BASH_REMATCH[1]}
            if [[ " $tw_former_options " != *" $word "* && $'\n'$known$'\n' != *$'\n'"$word"$'\n'* ]]; then
                [[ "${names[*]} $word" != 'capacity --clients' ]] ||
                    fault 2 'capacity needs planned latency, which Tsung has not: use sweep --clients HOST --rate N'
                near=$(nearest "$word" <<<"$known")
                fault 2 "unknown option '$word'.${near:+ Did you mean '$near'?} ./threadwall${names:+ ${names[*]}} --help lists the options"
            fi
        fi
        previous=$word
    done
}

print_version() {
    local version commit=''
    if [[ -e $tw_home/release ]]; then
        read -r version commit <"$tw_home/release"
        printf 'threadwall %s (%s)\n' "$version" "$commit"
        return
    fi
    version=$(sed -n '/^  <version>/{s/^ *<version>\(.*\)<.*/\1/p;q}' "$tw_home/pom.xml")
    if [[ -e $tw_home/.git ]]; then commit=$(git -C "$tw_home" rev-parse --short HEAD 2>/dev/null) || true; fi
    printf 'threadwall %s%s\n' "$version" "${commit:+ ($commit)}"
}

# The help of the command that the first words of a command line name; a server has its own.
help_of() { # WORD...
    local names=("$@")
    [[ ${names[0]:-} != serve || ${#names[@]} -lt 2 ]] || return 1
    [[ ${names[0]:-} != abuse ]] || names[0]=resilience
    while ! command_help "${names[@]}"; do
        ((${#names[@]} > 1)) || return 1
        unset 'names[-1]'
    done
}

# Exits if the command line asks for help or the version, or names no command. Without the page it leaves that to the CLI.
answer_at_once() { # ARGUMENT...
    local word own=() names=() near
    [[ -r $tw_commands_page ]] || return 0
    for word in "$@"; do
        [[ $word != -- ]] || break # what follows is a command of its own, with its own options
        own+=("$word")
    done
    set -- "${own[@]}"
    case ${1:-} in
        '')
            command_help
            exit 2
            ;;
        --version)
            print_version
            exit
            ;;
    esac
    for word in "$@"; do
        [[ $word != -* ]] || break
        names+=("$word")
    done
    for word in "$@"; do
        case $word in -h | --help) if help_of "${names[@]}"; then exit; fi ;; esac
    done
    if [[ $1 != -* ]] && ! is_command "$1"; then
        near=$(command_names | nearest "$1")
        fault 2 "unknown command '$1'.${near:+ Did you mean '$near'?} ./threadwall --help lists the commands"
    fi
    case ${1:-} in test | vm-test | dist | docs | serve) ;; *) check_options "$@" ;; esac
}
