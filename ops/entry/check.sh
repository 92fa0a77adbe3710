# shellcheck shell=bash disable=SC2154
# `threadwall test`: each part runs, even where an earlier one failed, and the summary names them all.

tw_summary=()
tw_failed=0

check_help() {
    cat <<'END'
Usage: ./threadwall test

Runs every test that needs no virtual machine, and installs what they need first
(Maven, ab, wrk, bats, shellcheck, shfmt, a C compiler, chromium: the distribution's packages, saying so):

  shellcheck   all bash files
  shfmt        their formatting        (mend: shfmt -i 4 -ci -w FILE)
  bats         ops/test
  spotless     formatting of Java      (mend: mvn spotless:apply)
  java         mvn verify: every module's build, unit and integration tests

Exits 0 when all passed, 1 when one failed, 4 when a tool cannot be had.
END
}

# Bash files by their ending or first line, those of git's and Maven's own folders left out.
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

check_shfmt() { # FILE...
    tw_note="$# files"
    shfmt -i 4 -ci -d "$@"
}

# Also the note of a part that failed has to say how many passed: it is set whatever the status is.
check_bats() {
    local log=$tw_state/bats.log status=0
    bats --timing --formatter tap ops/test | tee "$log" || status=$?
    tw_note="$(grep -c '^ok ' "$log") passed, $(grep -c '^not ok ' "$log") failed"
    return "$status"
}

check_spotless() {
    tw_note=''
    JAVA_HOME=$tw_jdk mvn -B -ntp -q --fail-at-end spotless:check
}

# Most tests wait: modules that do not need one another are tested side by side.
# Surefire ends each module with a line of totals; those of single classes go on with the time.
check_java() {
    local status=0
    maven_build --fail-at-end -T 2 verify | tee "$tw_log" || status=$?
    tw_note=$(awk -F '[:,]' '
        /^\[[A-Z]*\] *Tests run:[^-]*Skipped: [0-9]*$/ { n += $2; f += $4 + $6; s += $8 }
        END { printf "%d passed, %d failed, %d skipped", n - f - s, f, s }' "$tw_log")
    return "$status"
}

part() { # NAME ARGUMENT...
    local result=ok from=$SECONDS
    printf '\n== %s\n' "$1"
    "check_$1" "${@:2}" || result=failed
    [[ $result == ok ]] || tw_failed=$((tw_failed + 1))
    tw_summary+=("$(printf '  %-11s %-7s %4d s  %s' "$1" "$result" $((SECONDS - from)) "$tw_note")")
}

check() {
    case ${1:-} in
        '') ;;
        -h | --help)
            check_help
            return
            ;;
        *) fault 2 "test takes no '$1'; ./threadwall test --help" ;;
    esac
    require_jdk
    require ab bats shellcheck shfmt mvn wrk cc slowhttptest
    # The one holds our numbers against another machine's C headers, the other shows pages; Fedora's goes by another
    # name, and Alpine has not the C library that its driver needs. Elsewhere those tests are skipped, and counted so.
    if [[ $(package_manager) == apt-get ]]; then require aarch64-linux-gnu-gcc chromium; fi
    require_maven
    cd "$tw_home" || exit
    lock_build
    build_native c-epoll
    local files
    mapfile -d '' files < <(bash_files)
    part shellcheck "${files[@]}"
    part shfmt "${files[@]}"
    part bats
    part spotless
    part java
    printf '\n== summary\n'
    printf '%s\n' "${tw_summary[@]}"
    ((tw_failed == 0))
}
