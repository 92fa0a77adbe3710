# shellcheck shell=bash disable=SC2154
# The tools that commands need, and the distribution's packages that contain them.

# Tool, the argument that shows that it runs (- if it exits with an error for any), and its package for apt, dnf (yum) and
# apk.
# A compiler's package may not contain the C library's headers: Debian's gcc only recommends them.
tw_tools='
javac       -version   openjdk-25-jdk-headless  java-25-openjdk-devel  openjdk25-jdk
ab          -V         apache2-utils  httpd-tools  apache2-utils
wrk         -          wrk            wrk          wrk
go          version    golang-go    golang       go
cc          --version  build-essential  gcc        build-base
aarch64-linux-gnu-gcc  --version  crossbuild-essential-arm64  gcc-aarch64-linux-gnu  gcc-aarch64-none-elf
mvn         --version  maven          maven        maven
bats        --version  bats           bats         bats
shellcheck  --version  shellcheck     ShellCheck   shellcheck
shfmt       --version  shfmt          shfmt        shfmt
slowhttptest -h        slowhttptest   slowhttptest slowhttptest
tsung       -          tsung          -            -
mdl         --version  ruby-mdl       -            -
chromium    --version  chromium       chromium     chromium
qemu-system-x86_64  --version  qemu-system-x86  qemu-system-x86-core  qemu-system-x86_64
qemu-img    --version  qemu-utils     qemu-img     qemu-img
debootstrap --version  debootstrap    debootstrap  debootstrap
mke2fs      -V         e2fsprogs      e2fsprogs    e2fsprogs
ip          -V         iproute2       iproute      iproute2
ssh         -V         openssh-client openssh-clients  openssh-client
sshd        -          openssh-server openssh-server  openssh-server
'

tool_row() { # TOOL: its row without the name
    local name rest
    while read -r name rest; do
        [[ $name != "$1" ]] || printf '%s' "$rest"
    done <<<"$tw_tools"
}

# If a tool is installed but does not run, the user has to repair it. Its own message names the reason.
tool_runs() { # TOOL
    local probe answer
    type -P "$1" >/dev/null || return 1
    read -r probe _ <<<"$(tool_row "$1")"
    [[ $probe != - ]] || return 0
    # some tools show their help and exit 1
    answer=$(JAVA_HOME=$tw_jdk "$1" "$probe" 2>&1 </dev/null) || [[ $answer == *"Usage: $1 "* ]] ||
        fault 4 "$(type -P "$1") does not run: ${answer%%$'\n'*}"
}

package_manager() {
    local name
    for name in apt-get dnf yum apk; do
        type -P "$name" >/dev/null && printf '%s' "$name" && return
    done
    return 1
}

package_of() { # TOOL MANAGER
    local apt dnf apk
    read -r _ apt dnf apk <<<"$(tool_row "$1")"
    case $2 in
        apt-get) printf '%s' "$apt" ;;
        dnf | yum) printf '%s' "$dnf" ;;
        apk) printf '%s' "$apk" ;;
    esac
}

# If the package lists are old or missing, apt-get has to update them first. That takes long, so it is done only after a
# first try has failed.
install_with() { # MANAGER PACKAGE...
    case $1 in
        apt-get)
            local apt=(env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=120 -y)
            "${tw_root[@]}" "${apt[@]}" install --no-install-recommends "${@:2}" && return
            "${tw_root[@]}" "${apt[@]}" update &&
                "${tw_root[@]}" "${apt[@]}" install --no-install-recommends "${@:2}"
            ;;
        dnf | yum) "${tw_root[@]}" "$1" install -y "${@:2}" ;;
        apk) "${tw_root[@]}" apk add "${@:2}" ;;
    esac
}

# Sets tw_root to the command that runs another one as root; false if there is none.
# Without a terminal sudo must not ask for a password.
become_root() {
    tw_root=()
    ((EUID != 0)) || return 0
    type -P sudo >/dev/null || return 1
    tw_root=(sudo)
    if [[ ! -t 0 && ! -t 2 ]]; then
        tw_root+=(-n)
        sudo -n true 2>/dev/null
    fi
}

# Prints what it installs, and installs it; ends with an error if it cannot.
install() { # MANAGER WHAT-FOR PACKAGE...
    local manager=$1 what=$2 packages=("${@:3}") log=$tw_state/install.log
    local by_hand="$manager install ${packages[*]}"
    [[ $manager != apk ]] || by_hand="apk add ${packages[*]}"
    become_root || fault 4 "missing: $what; installing needs root; run as root: $by_hand"
    require_writable
    say "installing ${packages[*]} (for $what) with $manager ..."
    if ! install_with "$manager" "${packages[@]}" >"$log" 2>&1 </dev/null; then
        tail -n 20 "$log" >&2
        fault 4 "$manager could not install ${packages[*]} (its output: $log); run as root: $by_hand"
    fi
}

# Makes sure that every TOOL runs, by one installation for all that are missing.
require() { # TOOL...
    local tool manager missing=() packages=()
    for tool in "$@"; do
        tool_runs "$tool" || missing+=("$tool")
    done
    ((${#missing[@]})) || return 0
    manager=$(package_manager) ||
        fault 4 "missing: ${missing[*]}; install with this system's package manager (there is no apt-get, dnf or apk)"
    for tool in "${missing[@]}"; do
        packages+=("$(package_of "$tool" "$manager")")
    done
    install "$manager" "${missing[*]}" "${packages[@]}"
    for tool in "${missing[@]}"; do
        tool_runs "$tool" || fault 4 "$tool is still missing after installing ${packages[*]}; see $tw_state/install.log"
    done
}
