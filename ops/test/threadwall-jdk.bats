#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2030,SC2031,SC2154 # for another shell; each test its own; set by others
#
# Which JDK the entry script takes, and what it says where there is none.

load machine

@test "without a JDK each place is named with its version, and the exit code is 4" {
    fake_jdk jdk-17 17.0.15
    fake_jdk jre-25 25.0.1
    rm "$jvms/jre-25/bin/javac"
    call+=(JAVA_HOME="$BATS_TEST_TMPDIR/gone")
    run threadwall doctor
    [ "$status" -eq 4 ]
    [ "$output" = "threadwall: found no JDK 25 or newer. Looked at:
  JAVA_HOME     $BATS_TEST_TMPDIR/gone: no JDK there
  $jvms  $jvms/jdk-17: 17.0.15
  $jvms  $jvms/jre-25: 25.0.1, without javac
  none in       PATH (javac) PATH (java)
threadwall: unpack a JDK, such as Eclipse Temurin 25 (https://adoptium.net), into /opt, or set JAVA_HOME to the folder of one" ]
}

@test "without a JDK the distribution's package is installed, saying so, where it has one" {
    a_machine
    mv "$jvms/jdk-25" "$BATS_TEST_TMPDIR/packaged"
    script "$bin/apt-get" <<END
[[ \$* == *" update" ]] && exit
[[ \$* == *" install --no-install-recommends openjdk-25-jdk-headless" ]] && $(type -P mv) "$BATS_TEST_TMPDIR/packaged" "$jvms/jdk-25"
END
    script "$bin/apt-cache" <<<'[[ $* == "show openjdk-25-jdk-headless" ]]'
    script "$bin/sudo" <<<'[[ $1 != -n ]] || shift; exec "$@"'
    run --separate-stderr threadwall serve
    [ "$status" -eq 0 ]
    [[ $stderr == *"threadwall: installing openjdk-25-jdk-headless (for a JDK 25) with apt-get ..."* ]]
}

@test "a package of a JDK that brings none is a fault with the next step" {
    script "$bin/apt-get" <<<'exit 0'
    script "$bin/apt-cache" <<<'exit 0'
    script "$bin/sudo" <<<'[[ $1 != -n ]] || shift; exec "$@"'
    run threadwall doctor
    [ "$status" -eq 4 ]
    local step="openjdk-25-jdk-headless is installed, but no JDK 25 was found: set JAVA_HOME to its folder"
    [ "${lines[-1]}" = "threadwall: $step" ]
}

@test "a distribution whose packages have no JDK 25, also after reading their lists, is left alone" {
    script "$bin/apt-get" <<<'[[ $* == *" update" ]] && echo read >>"'"$calls"'"'
    script "$bin/apt-cache" <<<'exit 100'
    script "$bin/sudo" <<<'[[ $1 != -n ]] || shift; exec "$@"'
    run threadwall doctor
    [ "$status" -eq 4 ]
    [[ ${lines[-1]} == "threadwall: unpack a JDK"* ]]
    [ "$(cat "$calls")" = read ]
}

@test "a JAVA_HOME that is too old is passed over, saying so" {
    a_machine
    fake_jdk jdk-17 17.0.15
    call+=(JAVA_HOME="$jvms/jdk-17")
    run --separate-stderr threadwall serve
    [ "$status" -eq 0 ]
    [ "${stderr_lines[0]}" = "threadwall: JAVA_HOME     $jvms/jdk-17: 17.0.15; using $jvms/jdk-25 (25.0.3)" ]
}

@test "a version without a release file is found by running java" {
    a_machine
    rm "$jvms/jdk-25/release"
    script "$jvms/jdk-25/bin/java" <<'END'
if [[ $1 == -version ]]; then echo 'openjdk version "26-ea" 2026-03-17' >&2; else echo ran; fi
END
    run --separate-stderr threadwall serve
    [ "$status" -eq 0 ]
    [ "$output" = ran ]
}

@test "the JDK in PATH comes before the folders" {
    a_machine
    fake_jdk jdk-26 26.0.1
    mkdir "$BATS_TEST_TMPDIR/other"
    mv "$jvms/jdk-26" "$BATS_TEST_TMPDIR/other/"
    ln -s "$BATS_TEST_TMPDIR/other/jdk-26/bin/javac" "$bin/javac"
    script "$BATS_TEST_TMPDIR/other/jdk-26/bin/java" <<<'echo 26'
    run --separate-stderr threadwall serve
    [ "$status" -eq 0 ]
    [ "$output" = 26 ]
}
