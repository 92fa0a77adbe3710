# shellcheck shell=bash disable=SC2154
# Builds with Maven when, and only when, sources or what was built from them changed.

tw_sources=$tw_state/sources # checksums of the sources that the last build, good or bad, began with
tw_built=$tw_state/built     # the same and the jars of the last good build
tw_log=$tw_state/build.log
tw_maven_minimum=3.8

# A line for each source file, by content: after a checkout of another commit the dates of files say nothing.
source_sums() {
    (
        cd "$tw_home" || exit
        find . \( -name target -o -name .git -o -name .threadwall -o -name results -o -name node_modules \
            -o -path '*/src/test' \) -prune \
            -o -type f \( -name pom.xml -o -path '*/src/main/*' \) -print0 |
            LC_ALL=C sort -z | xargs -0r sha256sum
    )
}

# A line for each jar. It differs if a jar was deleted, or built by another program.
jar_stats() {
    (
        shopt -s nullglob
        cd "$tw_home" || exit
        local jars=(*/target/*.jar */*/target/*.jar */*/*/target/*.jar)
        ((${#jars[@]} == 0)) || stat -c '%n %s %y' "${jars[@]}"
    )
}

up_to_date() { # SUMS
    [[ -f $tw_built && -f $tw_home/cli/target/cli.jar ]] && [[ $(<"$tw_built") == "$1"$'\n'"$(jar_stats)" ]]
}

# Maven compiles a file that is newer than its class. It does not notice a deleted file, or one whose new content has an
# old date (an unpacked archive).
needs_clean() { # SUMS
    local path
    [[ -f $tw_sources ]] || return 1
    while IFS= read -r path; do
        [[ $tw_home/$path -nt $tw_sources ]] || return 0
    done < <(LC_ALL=C comm -3 <(LC_ALL=C sort "$tw_sources") <(LC_ALL=C sort <<<"$1") | sed 's/^\t*[0-9a-f]*  //')
    return 1
}

require_maven() {
    require mvn
    local version major minor
    version=$(JAVA_HOME=$tw_jdk mvn --version 2>/dev/null | sed -n 's/.*Apache Maven \([0-9.]*\).*/\1/p')
    IFS=. read -r major minor _ <<<"$version"
    ((major > 3 || major == 3 && minor >= 8)) ||
        fault 4 "$(type -P mvn) is Maven ${version:-of unknown version}; install Maven $tw_maven_minimum or newer"
}

# Blocks other builds of this clone until this process ends or becomes the CLI.
lock_build() {
    require_writable
    type -P flock >/dev/null || return 0
    exec {tw_lock}>"$tw_state/lock"
    flock -n "$tw_lock" && return
    say "another build of this clone is running; waiting for it ..."
    flock "$tw_lock"
}

unlock_build() {
    require_writable
    [[ -z ${tw_lock:-} ]] || exec {tw_lock}>&-
}

# Flags for a Maven that runs for a minute or less: the optimizing compiler would take half of its CPU time. The user's
# own flags come later, so they override these.
short_maven_opts() { printf '%s' "-XX:TieredStopAtLevel=1 ${MAVEN_OPTS:-}"; }

# Runs Maven with these goals, from the root and with the JDK that was found, and remembers
# what it was built from. Its output goes to stdout; the lock has to be held.
maven_build() { # GOAL...
    local sums clean=()
    sums=$(source_sums)
    needs_clean "$sums" && clean=(clean)
    rm -f "$tw_built"
    printf '%s\n' "$sums" >"$tw_sources"
    (cd "$tw_home" && JAVA_HOME=$tw_jdk MAVEN_OPTS=$(short_maven_opts) mvn -B -ntp "${clean[@]}" "$@" 2>&1) || return
    printf '%s\n%s\n' "$sums" "$(jar_stats)" >"$tw_built"
}

# Reads Maven's output and prints the modules as they are built: a line each, or one line that is redrawn. The prediction
# assumes that each of the other modules takes as long as the average of those that are finished.
show_modules() {
    local line number of left text start=$SECONDS redraw=false
    [[ -t 2 && -z ${NO_COLOR:-} && ${TERM:-dumb} != dumb ]] && redraw=true
    while IFS= read -r line; do
        [[ $line =~ ^\[INFO\]\ Building\ (.+)\ [^\ ]+\ +\[([0-9]+)/([0-9]+)\]$ ]] || continue
        number=${BASH_REMATCH[2]} of=${BASH_REMATCH[3]}
        text="  $number of $of: ${BASH_REMATCH[1]}"
        left=$((number > 1 ? (SECONDS - start) * (of - number + 1) / (number - 1) : 0))
        ((left == 0)) || text+=", about $left s left"
        if $redraw; then
            printf '\r\033[K%s' "$text" >&2
        else
            printf '%s\n' "$text" >&2
        fi
    done
    ! $redraw || printf '\r\033[K' >&2
}

# The servers that a command line names: behind serve, --servers and --server.
named_servers() { # ARGUMENT...
    local word before=''
    for word in "$@"; do
        case $word in
            --servers=* | --server=*) printf '%s ' "${word#*=}" ;;
            *) case $before in serve | --servers | --server) printf '%s ' "$word" ;; esac ;;
        esac
        before=$word
    done | tr ',\n' '  '
}

# Servers that need a toolchain of their own. They are built only if the user names them.
peers=(axum dotnet dotnet-sockets-3.1 dotnet-sockets-8 go node nginx)

is_peer() { [[ " ${peers[*]} " == *" $1 "* ]]; }

brings_toolchain() { # SERVER...
    local server
    for server in "$@"; do
        ! is_peer "$server" || return 0
    done
    return 1
}

build_native() { # SERVER...: of others there is nothing to do
    local server
    for server in "$@"; do
        case $server in
            c-epoll | c-uring)
                require cc
                "$tw_home/peers/c/build.sh" ||
                    fault $? "the C server was not built; to do without it, leave $server out of --servers"
                ;;
            all) build_what_can_be ;;
            *) ! is_peer "$server" || "$tw_home/peers/build.sh" --install "$server" || exit ;;
        esac
    done
}

# For servers that the user did not name: prints what is missing and installs nothing. The CLI goes on without them.
build_what_can_be() {
    local peer
    ! type -P cc >/dev/null || "$tw_home/peers/c/build.sh" || true
    for peer in "${peers[@]}"; do
        "$tw_home/peers/build.sh" "$peer" || true
    done
}

# The order of a class path depends on what Maven had built before.
build_anew() {
    require_maven
    lock_build
    say 'building anew (about a minute) ...'
    run_build clean package
    unlock_build
}

# Shows the progress of Maven, and what it says if it fails.
run_build() { # GOAL...
    # more threads than processors: in a first build most of them wait for downloads
    if ! maven_build -T 8 -DskipTests "$@" | tee "$tw_log" | show_modules; then
        grep '^\[ERROR\]' "$tw_log" | head -n 30 >&2 || tail -n 30 "$tw_log" >&2
        fault 1 "the build failed; Maven's output: $tw_log"
    fi
}

build_when_changed() {
    [[ ! -e $tw_home/release ]] || return 0 # it has its jars
    up_to_date "$(source_sums)" && return
    require_maven
    lock_build
    if ! up_to_date "$(source_sums)"; then
        local why='sources changed'
        [[ -d $tw_home/cli/target ]] || why='the first build takes about a minute'
        say "building ($why) ..."
        run_build package
    fi
    unlock_build
}
