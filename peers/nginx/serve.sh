#!/usr/bin/env bash
#
# serve.sh - a peer to compare with: nginx, whose answer to /json is part of its configuration
#
# USAGE: peers/nginx/serve.sh [--host ADDRESS] [--port N] [--workers N]
#
#   --host ADDRESS   to listen on (default: 127.0.0.1)
#   --port N         0 for any (default: 8080)
#   --workers N      nginx's worker_processes (default: one per CPU)
#   -h, --help       this text
#
# It has no store, no /fortunes, and no /json2: nginx cannot sleep. docs/reference/servers.md has the lines on stdout.
#
# EXIT: 0 stopped by SIGTERM or SIGINT, 1 failed, 2 usage, 4 the environment does not allow it.
#
# REQUIREMENTS: nginx with stub_status, as distributions have it; peers/build.sh nginx looks for it. After kill -9,
#   nginx ends, too, if there is setpriv (util-linux); ./threadwall clean removes the temporary folder.
set -euo pipefail

here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
tw_home=$(dirname "$(dirname "$here")")
# shellcheck source=task-programs/build/toolchain.sh
. "$tw_home/task-programs/build/toolchain.sh"
# shellcheck source=peers/nginx/program.sh
. "$here/program.sh"
# shellcheck source=peers/nginx/configuration.sh
. "$here/configuration.sh"

start_tenths=100
grace_tenths=30   # for requests in flight
most_workers=1024 # nginx's own table of processes

say() { printf 'nginx: %s\n' "$*" >&2; }

fault() { # CODE MESSAGE...
    say "${@:2}"
    exit "$1"
}

whole() { # OPTION TEXT LEAST MOST
    if ! [[ $2 =~ ^[0-9]{1,9}$ ]] || ((10#$2 < $3 || 10#$2 > $4)); then
        fault 2 "$1 must be from $3 to $4, not '$2' (see --help)"
    fi
}

parse() { # ARGUMENT...
    host=127.0.0.1 port=8080 workers=$(nproc)
    while (($#)); do
        case $1 in
            -h | --help)
                sed -n '3,/^set /s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
                exit
                ;;
            --host=* | --port=* | --workers=*) set -- "${1%%=*}" "${1#*=}" "${@:2}" ;;
            --host | --port | --workers)
                (($# > 1)) || fault 2 "$1 needs a value (see --help)"
                printf -v "${1#--}" '%s' "$2"
                shift 2
                ;;
            *) fault 2 "unmatched argument: '$1' (see --help)" ;;
        esac
    done
    whole --port "$port" 0 65535
    whole --workers "$workers" 1 "$most_workers"
    port=$((10#$port)) workers=$((10#$workers))
    # it becomes part of a configuration
    [[ $host =~ ^[0-9A-Za-z.:-]+$ ]] || fault 2 "--host must be an address or a name, not '$host' (see --help)"
}

# In a process group of its own: a terminal's Ctrl-C is for us, who have nginx finish.
start() {
    local die_with_us=() log=()
    ! setpriv --pdeathsig TERM true 2>/dev/null || die_with_us=(setpriv --pdeathsig TERM)
    # until the configuration is read, an older one looks for the log that it was built with
    [[ $("$tool" -h 2>&1) != *' -e '* ]] || log=(-e stderr)
    configuration >"$folder/nginx.conf"
    set -m
    "${die_with_us[@]}" "$tool" "${log[@]}" -p "$folder" -c "$folder/nginx.conf" \
        >/dev/null 2>"$folder/errors" </dev/null &
    nginx=$!
    set +m
}

is_alive() { kill -0 "$nginx" 2>/dev/null; }

# The first thing that nginx could not do, in its words, or the last that it said.
words() {
    local line
    line=$(grep -m 1 -F '[emerg]' "$folder/errors" || tail -n 1 "$folder/errors")
    [[ ! $line =~ \[emerg\]\ ([0-9]+#[0-9]+:\ )?(.*) ]] || line=${BASH_REMATCH[2]}
    printf '%s' "${line:-no message}"
}

# Waits until it listens and has all its workers; false where the port is in use, which nginx would try for seconds.
await_workers() {
    local tenth
    for ((tenth = 0; tenth < start_tenths; tenth++)); do
        if grep -q 'bind() to .* (98: ' "$folder/errors"; then
            kill -KILL "$nginx" 2>/dev/null || true # has no workers yet
            wait "$nginx" 2>/dev/null || true
            return 1
        fi
        # nginx writes it once it listens
        [[ ! -s $folder/pid ]] || (($(workers_alive) < workers)) || return 0
        is_alive || fault 4 "cannot serve at $host, port $port: $(words); choose another with --host or --port"
        sleep 0.1
    done
    fault 1 "nginx did not start its $workers workers within $((start_tenths / 10)) s: $(words)"
}

workers_alive() { { grep -ls "^PPid:[[:blank:]]*$nginx\$" /proc/[0-9]*/status || true; } | wc -l; }

# At 0 it is we who look for a port, below those that the kernel gives to clients: nginx takes none but a number.
listen() {
    local any=$port tries=1 first
    read -r first _ </proc/sys/net/ipv4/ip_local_port_range
    if ((any == 0)); then tries=50; fi
    while ((tries-- > 0)); do
        ((any != 0)) || port=$((1024 + RANDOM % (first > 1024 ? first - 1024 : 64512)))
        start
        ! await_workers || return 0
    done
    ((any != 0)) || fault 4 'found no free port; name one with --port'
    fault 4 "port $port on $host is in use; choose another with --port, or end what listens there" \
        "(ss -ltnp 'sport = :$port')"
}

# All that it says to a GET within two seconds.
get() { # PATH
    # shellcheck disable=SC2016 # for the other shell
    timeout 2 bash -c 'exec 3<>"/dev/tcp/$0/$1" && printf "GET %s HTTP/1.0\r\n\r\n" "$2" >&3 && cat <&3' \
        "$host" "$port" "$1" 2>/dev/null
}

# shellcheck disable=SC2317 # by a trap alone, as the next
# Those that nginx counted, but for our own: one of /health, and this one. It does not tell them by route.
requests() {
    local said
    said=$(get "$status_path") || true
    if [[ $said =~ requests\ *$'\r'?$'\n'\ *[0-9]+\ +[0-9]+\ +([0-9]+) ]]; then
        printf '%s' $((BASH_REMATCH[1] - 2))
    else
        printf null
    fi
}

# shellcheck disable=SC2317
# Workers answer what is in flight and go; then nginx does.
stop() {
    trap '' TERM INT HUP
    local tenth counted
    counted=$(requests)
    kill -QUIT "$nginx" 2>/dev/null || true
    for ((tenth = 0; tenth < grace_tenths; tenth++)); do
        is_alive || break
        sleep 0.1
    done
    if is_alive; then
        say "not all requests in progress were answered within $((grace_tenths / 10)) s"
        kill -TERM "$nginx" 2>/dev/null || true
    fi
    wait "$nginx" || true
    cat "$folder/errors" >&2
    printf 'STOPPED {"server":"nginx","pid":%d,"requests":%s,"handlerPeak":null}\n' $$ "$counted"
    exit 0
}

parse "$@"
# shellcheck disable=SC2154 # set by what finds it
find_nginx || fault 4 "nginx is missing: $why; run peers/build.sh --install nginx"
# soft at hard, as all servers have it
ulimit -Sn "$(ulimit -Hn)"
folder=$(mktemp -d -t threadwall-nginx-XXXXXXXXXX)
trap 'rm -rf -- "$folder"' EXIT
status_path=/${folder##*/} # which nobody else knows
nginx=''                   # its pid, once started
trap stop TERM INT HUP
listen
[[ $(get /health) == 'HTTP/1.1 200 '* ]] || fault 1 "nginx does not answer /health at $(url): $(words)"
printf 'READY {%s}\n' "$(identity)"
wait "$nginx" 2>/dev/null || true
kill -TERM -- "-$nginx" 2>/dev/null || true # workers that it left, when it was killed itself
fault 1 "nginx ended: $(words)"
