# shellcheck shell=bash disable=SC2154
# `threadwall test`: each part runs, even if an earlier one failed, and the summary names them all.

tw_summary=()
tw_failed=0

check_help() {
    cat <<'END'
Usage: ./threadwall test [--quick]

Runs every test that needs no virtual machine. First it names and installs the distribution's packages that
are missing (Maven, ab, wrk, bats, shellcheck, shfmt, mdl, a C compiler, chromium):

  shellcheck   all bash files
  shfmt        their formatting        (to fix: shfmt -i 4 -ci -w FILE)
  markdownlint README.md, CONTRIBUTING.md and docs, by the rules in .mdl.rb (where apt-get has mdl)
  spotless     formatting of Java      (to fix: mvn spotless:apply)
  bats         ops/test
  java         mvn verify: every module's build, unit and integration tests

  --quick      within a minute: no bats, and only Java tests that start no server, JVM or database and
               compute for less than a second (needs Maven, shellcheck and shfmt)

Java is built and tested while the other parts run; its output is shown after theirs.
Exits 0 when all passed, 1 when one failed, 4 when a tool cannot be installed.
END
}

# Bash files, by their suffix or first line, except those in git's and Maven's own folders.
bash_files() {
    local file first
    while IFS= read -r -d '' file; do
        case ${file##*/} in
            *.sh | *.bash | *.bats) ;;
            *.*) continue ;;
            *)
                LC_ALL=C IFS= read -r -n 40 first <"$file" 2>/dev/null || true
                [[ $first =~ ^'#!'.*[/\ ](ba)?sh$ ]] || continue
                ;;
        esac
        printf '%s\0' "$file"
    done < <(find . \( -name target -o -name .git -o -name .threadwall -o -path ./results -o -name node_modules \) \
        -prune -o -type f -print0 | LC_ALL=C sort -z)
}

check_shellcheck() { # FILE...
    tw_note="$# files"
    shellcheck -x -- "$@"
}

check_markdownlint() {
    tw_note=''
    mdl -s .mdl.rb README.md CONTRIBUTING.md CHANGELOG.md docs
}

check_shfmt() { # FILE...
    tw_note="$# files"
    shfmt -i 4 -ci -d "$@"
}

# The note of a failed part also has to say how many passed, so it is set for any status.
check_bats() {
    local log=$tw_state/bats.log status=0
    bats --timing --formatter tap ops/test | tee "$log" || status=$?
    tw_note="$(grep -c '^ok ' "$log") passed, $(grep -c '^not ok ' "$log") failed"
    return "$status"
}

check_spotless() {
    tw_note=''
    JAVA_HOME=$tw_jdk MAVEN_OPTS=$(short_maven_opts) mvn -B -ntp -q --fail-at-end spotless:check
}

# Maven's output of the part that start_java has begun, and its status.
check_java() {
    local follower status=0
    tail -n +1 -f "$tw_log" &
    follower=$!
    wait "$tw_java" || status=$?
    trap - EXIT
    sleep 0.2 # for tail to show the last lines
    kill "$follower"
    # Surefire ends each module with a line of totals; those of single classes go on with the time.
    tw_note=$(awk -F '[:,]' '
        /^\[[A-Z]*\] *Tests run:[^-]*Skipped: [0-9]*$/ { n += $2; f += $4 + $6; s += $8 }
        END { printf "%d passed, %d failed, %d skipped", n - f - s, f, s }' "$tw_log")
    return "$status"
}

# Maven runs in a process group of its own, so that all of it can be ended, and so that it does not ignore SIGINT. Most
# tests wait, so modules that do not depend on each other are tested in parallel.
start_java() { # GOAL...
    tw_java_from=$SECONDS
    : >"$tw_log"
    rm -f "$tw_state/java-ended"
    set -m
    (
        status=0
        maven_build --fail-at-end -T 3 "$@" || status=$?
        echo "$SECONDS" >"$tw_state/java-ended"
        exit "$status"
    ) >>"$tw_log" 2>&1 </dev/null &
    tw_java=$!
    set +m
    trap 'kill -TERM -- "-$tw_java" 2>/dev/null' EXIT
}

# Most tests of the last modules wait for other processes; those of the modules before keep the processors busy.
await_last_modules() {
    until grep -q '^\[INFO\] Building sweep ' "$tw_log" || [[ -e $tw_state/java-ended ]]; do
        sleep 1
    done
}

part() { # NAME ARGUMENT...
    local result=ok from=$SECONDS to
    printf '\n== %s\n' "$1"
    "check_$1" "${@:2}" || result=failed
    to=$SECONDS
    if [[ $1 == java ]]; then from=$tw_java_from to=$(cat "$tw_state/java-ended" 2>/dev/null || echo "$to"); fi
    [[ $result == ok ]] || tw_failed=$((tw_failed + 1))
    tw_summary+=("$(printf '  %-12s %-7s %4d s  %s' "$1" "$result" $((to - from)) "$tw_note")")
}

require_tools() {
    require_jdk
    if $tw_quick; then
        require shellcheck shfmt mvn
    else
        require ab bats shellcheck shfmt mvn wrk cc slowhttptest
        # The first compares our numbers with the C headers of another architecture. Fedora's chromium has another name, and
        # Alpine lacks the C library that its driver needs. Not every distribution has Tsung. Where one is missing, its
        # tests are skipped and counted as skipped.
        if [[ $(package_manager) == apt-get ]]; then
            require aarch64-linux-gnu-gcc chromium mdl tsung
            # with systemd, Debian's package would start an sshd of the machine itself
            [[ -d /run/systemd/system ]] || require sshd
        fi
    fi
    require_maven
}

check() {
    tw_quick=false
    case ${1:-} in
        '') ;;
        --quick) tw_quick=true ;;
        -h | --help)
            check_help
            return
            ;;
        *) fault 2 "test does not take '$1'; see ./threadwall test --help" ;;
    esac
    require_tools
    cd "$tw_home" || exit
    lock_build
    local files
    mapfile -d '' files < <(bash_files)
    if $tw_quick; then
        start_java -Pquick -Dtest.jvms=1 package
    else
        build_native c-epoll
        build_open_loop
        start_java verify
        build_vegeta_where_go_is # which only cli's tests need
    fi
    part shellcheck "${files[@]}"
    part shfmt "${files[@]}"
    if ! $tw_quick && type -P mdl >/dev/null; then part markdownlint; fi
    part spotless
    if ! $tw_quick; then
        await_last_modules
        part bats
    fi
    part java
    printf '\n== summary\n'
    printf '%s\n' "${tw_summary[@]}"
    ((tw_failed == 0))
}
