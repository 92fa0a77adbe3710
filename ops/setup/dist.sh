#!/usr/bin/env bash
#
# dist.sh - packs what was built into one file that needs neither Maven nor a compiler, and into a Debian package
#
# USAGE: ops/setup/dist.sh FOLDER      (./threadwall dist builds first and then starts this)
#
# Writes threadwall-VERSION.tar.gz and threadwall_VERSION_all.deb to FOLDER, and prints both names. The bytes depend on
# the commit and on the jars only, which Maven makes alike each time.
#
# REQUIREMENTS: git, tar, gzip, dpkg-deb, and a JDK 25 in JAVA_HOME
set -euo pipefail
export LC_ALL=C.UTF-8 TZ=UTC0
umask 022

home=$(readlink -f "$(dirname "${BASH_SOURCE[0]}")/../..")
out=$(readlink -f "$1")
cd "$home"
read -r _ version _ < <(./threadwall --version)
commit=$(git rev-parse --short=12 HEAD)
date=$(git log -1 --format=%ct)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
name=threadwall-$version
tree=$work/$name

# What is in the jars is left out, and what only a clone can do: build, test.
sources() {
    git -c tar.umask=0022 archive HEAD -- . ':(exclude)*/src/main/*' ':(exclude)*/src/test/*' ':(exclude)*pom.xml' \
        ':(exclude).*' ':(exclude)ops/test' ':(exclude)ops/vm' ':(exclude)store-db4j'
}

# Jars that are started, and what they need beside them. Other modules are in cli/target/lib.
jars() {
    find cli server-kilim server-spring store limits peers task-programs -path '*/target/*.jar' ! -path '*/src/*' \
        \( -path '*/target/lib/*' -o ! -path '*/target/*/*' \) ! -name '*-tests.jar' -print0 | sort -z
}

# Of the same files the same bytes.
pack() { # FOLDER NAME...
    find "$1" -exec touch -h -d "@$date" {} +
    tar -c -C "$1" --sort=name --mtime="@$date" --owner=0 --group=0 --numeric-owner --format=gnu "${@:2}"
}

mkdir "$tree"
sources | tar -x -C "$tree"
jars | xargs -0 cp --parents -t "$tree"
mkdir "$tree/bin"
ln -s ../threadwall "$tree/bin/threadwall"
echo "$version $commit" >"$tree/release"
"$JAVA_HOME/bin/java" -cp cli/target/cli.jar picocli.AutoComplete -n threadwall -o "$tree/bin/threadwall.completion" \
    threadwall.cli.Threadwall >/dev/null
pack "$work" "$name" | gzip -n -9 >"$out/$name.tar.gz"
echo "$out/$name.tar.gz"

# Debian's tools sort 0.1.0~snapshot before 0.1.0.
debian=${version/-SNAPSHOT/\~snapshot}
package=$work/package
mkdir -p "$package"/{DEBIAN,usr/bin,usr/share/{bash-completion/completions,man/man1,doc/threadwall}}
mv "$tree" "$package/usr/share/threadwall"
share=$package/usr/share
mv "$share/threadwall/bin/threadwall.completion" "$share/bash-completion/completions/threadwall"
rm -r "$share/threadwall/bin" "$share/threadwall/LICENSE"
install -m 755 ops/setup/installed.sh "$package/usr/bin/threadwall"
{
    printf '.TH THREADWALL 1 "%s" "threadwall %s"\n' "$(date -d "@$date" +%F)" "$version"
    printf '.SH NAME\nthreadwall \\- how many threads a machine gives a JVM, and what fibers do past that\n.SH SYNOPSIS\n'
    printf '.B threadwall\nCOMMAND [OPTION...]\n.SH DESCRIPTION\n.nf\n'
    "$home/threadwall" --help | sed 's/\\/\\e/g; s/-/\\-/g; s/^\([.'"'"']\)/\\\&\1/'
    printf '.fi\n.SH FILES\n.I ~/.local/state/threadwall\nresults, and what is built on demand\n'
    printf '.SH SEE ALSO\n/usr/share/threadwall/docs\n'
} | gzip -n -9 >"$share/man/man1/threadwall.1.gz"
{
    printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: threadwall\n\n'
    printf 'Files: *\nCopyright: The threadwall authors\nLicense: Apache-2.0\n'
    printf ' On Debian systems, the full text is in /usr/share/common-licenses/Apache-2.0.\n'
    sed 's/^$/./; s/^/ /' NOTICE
} >"$share/doc/threadwall/copyright"
{
    printf 'threadwall (%s) unstable; urgency=low\n\n  * See CHANGELOG.md in /usr/share/threadwall.\n\n' "$debian"
    printf ' -- The threadwall authors <threadwall@localhost.invalid>  %s\n' "$(date -R -d "@$date")"
} | gzip -n -9 >"$share/doc/threadwall/changelog.gz"
cat >"$package/DEBIAN/control" <<END
Package: threadwall
Version: $debian
Architecture: all
Section: utils
Priority: optional
Maintainer: The threadwall authors <threadwall@localhost.invalid>
Installed-Size: $(du -sk "$package/usr" | cut -f 1)
Depends: iproute2, procps
Recommends: openjdk-25-jdk-headless | temurin-25-jdk, apache2-utils
Description: how many threads a Linux machine gives a JVM
 It shows which kernel limit stops a JVM's threads and connections first, what
 each of them costs, and what virtual threads and fibers do past that point.
 Loads go to this machine's own loopback device.
END
find "$package" -exec touch -h -d "@$date" {} +
SOURCE_DATE_EPOCH=$date dpkg-deb --root-owner-group -Zgzip --build "$package" "$out/threadwall_${debian}_all.deb" >/dev/null
echo "$out/threadwall_${debian}_all.deb"
