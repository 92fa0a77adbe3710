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
    [ "$output" = "threadwall: no JDK 25 or newer was found. Looked at
  JAVA_HOME     $BATS_TEST_TMPDIR/gone: no JDK there
  $jvms  $jvms/jdk-17: 17.0.15
  $jvms  $jvms/jre-25: 25.0.1, without javac
  none in       PATH (javac) PATH (java)
threadwall: unpack one, such as Eclipse Temurin 25, into /opt, or set JAVA_HOME to the folder of one" ]
}

@test "without a JDK the next step is the distribution's package, where it has one" {
    script "$bin/apt-get" <<<'exit 1'
    script "$bin/apt-cache" <<<'[[ $* == "show openjdk-25-jdk-headless" ]]'
    run threadwall doctor
    [ "$status" -eq 4 ]
    local step='install one (as root: apt-get install openjdk-25-jdk-headless)'
    [ "${lines[-1]}" = "threadwall: $step, or set JAVA_HOME to the folder of one" ]
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
