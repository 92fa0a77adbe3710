# shellcheck shell=bash disable=SC2154
# Finds a JDK that is new enough: in JAVA_HOME, then in PATH, then in the usual folders of JDKs.

tw_jdk_minimum=25
tw_jdk=''        # its home, once found
tw_jdk_looked=() # a line for each JDK that was no good
tw_jdk_empty=()  # places without a JDK

# The version of the JDK at HOME, such as 25.0.3: from the file `release`, which every JDK has since version 9, or else by
# running it; empty if there is none.
jdk_version() { # HOME
    local line
    if [[ -r $1/release ]]; then
        while IFS= read -r line; do
            [[ $line =~ ^JAVA_VERSION=\"?([^\"]+) ]] && printf '%s' "${BASH_REMATCH[1]}" && return
        done <"$1/release"
    fi
    if [[ -x $1/bin/java ]]; then
        line=$("$1/bin/java" -version 2>&1 </dev/null || true)
        [[ $line =~ \"([0-9][^\"]*)\" ]] && printf '%s' "${BASH_REMATCH[1]}"
    fi
    return 0
}

new_enough() { # VERSION, 25.0.3 or 26-ea or 1.8.0_402
    [[ $1 =~ ^(1\.)?([0-9]+) ]] && ((BASH_REMATCH[2] >= tw_jdk_minimum))
}

# The home of the JDK that a command in PATH belongs to. Version managers put a script of their own there, whose folder
# says nothing; then java itself prints its home.
jdk_home_of() { # COMMAND
    local home
    home=$(dirname "$(dirname "$(readlink -f "$1")")")
    if [[ ! -x $home/bin/javac && ${1##*/} == java ]]; then
        home=$("$1" -XshowSettings:properties -version 2>&1 </dev/null | sed -n 's/^ *java\.home = //p') || true
    fi
    printf '%s' "$home"
}

# Prints one candidate a line: where it was found, a tab, its home. The home is empty if nothing was found there. Its
# reader leaves at the first that fits, so a caller who ignores SIGPIPE would see errors of printf.
jdk_candidates() {
    local command path folder home found
    local own=${HOME:-/root}
    local folders=/usr/lib/jvm:/usr/java:/opt:/opt/java:/opt/jdk:$own/.sdkman/candidates/java:$own/.jdks
    folders+=:$own/.asdf/installs/java:$own/.local/share/mise/installs/java
    printf 'JAVA_HOME\t%s\n' "${JAVA_HOME:-}"
    for command in javac java; do
        if path=$(type -P "$command"); then
            printf 'PATH\t%s\n' "$(jdk_home_of "$path")"
        else
            printf 'PATH (%s)\t\n' "$command"
        fi
    done
    while IFS= read -r -d : folder; do
        found=false
        for home in "$folder"/*/; do
            [[ -x ${home}bin/java ]] || continue
            found=true
            printf '%s\t%s\n' "$folder" "${home%/}"
        done
        $found || printf '%s\t\n' "$folder"
    done <<<"${THREADWALL_JVM_FOLDERS-$folders}:"
}

# Sets tw_jdk; false if there is none, and tw_jdk_looked then describes each place.
find_jdk() {
    local how home version real
    local -A seen=()
    while IFS=$'\t' read -r how home; do
        if [[ -z $home ]]; then
            tw_jdk_empty+=("$how")
            continue
        fi
        real=$(readlink -f "$home") || real=$home
        [[ -z ${seen[$real]:-} ]] || continue
        seen[$real]=1
        version=$(jdk_version "$home")
        if new_enough "$version" && [[ -x $home/bin/javac ]]; then
            tw_jdk=$home
            return 0
        fi
        [[ -z $version || -x $home/bin/javac ]] || version+=', without javac'
        tw_jdk_looked+=("$(printf '%-12s  %s: %s' "$how" "$home" "${version:-no JDK there}")")
    done < <(jdk_candidates 2>/dev/null)
    return 1
}

# The distribution's package with a JDK that is new enough; false if it has none.
jdk_package() { # MANAGER
    local package
    package=$(package_of javac "$1")
    case $1 in
        apt-get)
            # a new machine has no package lists yet
            apt-cache show "$package" || { become_root && "${tw_root[@]}" apt-get -q update && apt-cache show "$package"; }
            ;;
        dnf | yum) "$1" -q list "$package" ;;
        apk) apk search -e "$package" | grep . ;;
    esac >/dev/null 2>&1 && printf '%s' "$package"
}

# Uses an installed JDK, or installs the distribution's.
require_jdk() {
    local manager package
    if find_jdk; then
        case ${tw_jdk_looked[0]:-} in
            JAVA_HOME*) say "${tw_jdk_looked[0]}; using $tw_jdk ($(jdk_version "$tw_jdk"))" ;;
        esac
        return
    fi
    say "found no JDK $tw_jdk_minimum or newer. Looked at:"
    ((${#tw_jdk_looked[@]} == 0)) || printf '  %s\n' "${tw_jdk_looked[@]}" >&2
    ((${#tw_jdk_empty[@]} == 0)) || printf '  none in       %s\n' "${tw_jdk_empty[*]}" >&2
    if manager=$(package_manager) && package=$(jdk_package "$manager"); then
        install "$manager" "a JDK $tw_jdk_minimum" "$package"
        find_jdk || fault 4 "$package is installed, but no JDK $tw_jdk_minimum was found: set JAVA_HOME to its folder"
    else
        fault 4 "unpack a JDK, such as Eclipse Temurin $tw_jdk_minimum (https://adoptium.net), into /opt, or set JAVA_HOME to the folder of one"
    fi
}
