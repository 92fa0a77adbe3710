# shellcheck shell=bash
#
# aliases.sh - the next of 127.0.0.1 to 127.0.0.254 with each call, in bash or zsh
#
# USAGE: . ops/aliases.sh
#        r2; ops/ulim.sh "ulimit -Sn 65536; ab -q -r -l -c20000 -n200000 http://127.0.0.$r2:8080/json2?time=100"
#        for i in {1..10}; do r2; ab -q -r -l -c100 -n20000 "http://127.0.0.$r2:8080/json"; done
#
# Each destination address has the ports of ip_local_port_range once, and the ports of closed connections are blocked
# for a minute. All of 127.0.0.0/8 is the loopback device, so another of its addresses has all ports again.
#
# CAVEATS: It sets a variable and prints nothing. $(r2) would run in a subshell, which loses the counter: every call
#   would return the same address. The server must listen on all addresses (--host 0.0.0.0) or on each.
if [ -n "${BASH_SOURCE-}" ] && [ "${BASH_SOURCE-}" = "$0" ]; then # run, where r2 would go with the shell that ran it
    case ${1-} in
        -h | --help)
            sed -n '3,/^[^#]/s/^# \{0,1\}//p' "$0"
            exit 0
            ;;
    esac
    echo "aliases.sh: this file must be sourced, not run, and takes no options; in your shell run '. $0'" >&2
    exit 2
fi
r2() { r2=$((${r2:-0} % 254 + 1)); }
