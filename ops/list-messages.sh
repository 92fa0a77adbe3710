#!/usr/bin/env bash
#
# list-messages - every message that threadwall can print about an error, a warning or its progress
#
# USAGE: ops/list-messages.sh [FOLDER...]     of these folders alone: cli ops/limits
#
# Finds them in the sources: the text of exceptions, of notes and of what goes to standard error. Prints one line for
# each, "FILE:LINE  TEXT"; %s and the like stand for what is filled in. Read it after you have changed messages: each has
# to be understood at first reading, and an error says what was asked, what is, and the next step.
#
# REQUIREMENTS: perl, which is a part of Debian's base system
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."
case ${1:-} in
    -h | --help)
        sed -n '3,/^set /{/^set /d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}"
        exit
        ;;
esac

# shellcheck disable=SC2016 # perl's own
in_java='
    my $string = qr/"(?:[^"\\]|\\.)*"/;
    my $arguments;
    $arguments = qr/\((?:[^()"\x27]|$string|\x27(?:[^\x27\\]|\\.)*\x27|(??{$arguments}))*\)/;
    while (/\b(?:\w*Exception(?:\.\w+)?|usage|println|note|fault|advice|error|warn|require|missing|failedBy|unknown|wrong|phase|doing)\s*($arguments)/g) {
        my ($call, $line) = ($1, 1 + (substr($_, 0, $-[0]) =~ tr/\n//));
        my ($text, $end) = ("", 0);
        while ($call =~ /"((?:[^"\\]|\\.)*)"/g) {
            my ($part, $between) = ($1, substr($call, $end, $-[0] - $end)); # the next match sets $1 and @- again
            $end = $+[0];
            $text .= ($text eq "" || $between =~ /^\s*\+\s*$/ ? "" : $between =~ /\+/ ? "…" : " | ") . $part;
        }
        print "$ARGV:$line  $text\n" if $text =~ /\w+ \w+/;
    }'

# shellcheck disable=SC2016 # perl's own
in_bash='
    my $line = 1;
    for (split /(?<!\\)\n/) { # with the lines that a backslash continues
        my $lines = 1 + s/ ?\\\n\s*/ /g;
        my ($text) = /\b(?:fault(?: (?:[0-9]|\$\?))?|say|die|warn|refuse)\s+["\x27](.*\w+ \w+.*)["\x27]/;
        ($text) = /\b(?:echo|printf)\s+["\x27](.*\w+ \w+.*)["\x27].*>&2/ unless defined $text;
        if (defined $text && !/^\s*#/) {
            $text =~ s/["\x27] +["\x27]/ /g; # between two arguments
            print "$ARGV:$line  $text\n";
        }
        $line += $lines;
    }'

mapfile -t folders < <(if (($#)); then printf '%s\n' "$@"; else echo .; fi)
sources() { # what find looks for
    find "${folders[@]}" \( -name target -o -name .git -o -name .threadwall -o -name results -o -name node_modules -o \
        -name test \) -prune -o -type f "$@" -print0 | sort -z
}
sources -path '*/src/main/*' -name '*.java' | xargs -0 -r perl -0777 -ne "$in_java"
sources \( -name '*.sh' -o -name threadwall \) ! -name list-messages.sh | xargs -0 -r perl -0777 -ne "$in_bash"
