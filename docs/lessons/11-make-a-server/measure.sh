#!/usr/bin/env bash
#
# measure - starts Server.java of this lesson, loads it beside kilim, and ends it
#
# USAGE: measure.sh DIR      DIR is the folder of the sweep's record
#
# ENVIRONMENT: PORT of the server (9000).
# REQUIREMENTS: bash and a JDK 25 or newer, where ./threadwall finds one.
# EXIT CODES: that of the sweep; 2 usage; 4 the server does not start.
set -euo pipefail

[[ $# -eq 1 ]] || {
    echo 'measure.sh: USAGE: measure.sh DIR' >&2
    exit 2
}
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
home=$(readlink -f "$here/../../..")
port=${PORT:-9000}
# shellcheck source=ops/setup/jdk.sh
. "$home/ops/setup/jdk.sh"
find_jdk || {
    echo "measure.sh: found no JDK $tw_jdk_minimum or newer; set JAVA_HOME to the folder of one" >&2
    exit 4
}
listens() { (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; }
if listens; then
    echo "measure.sh: another program listens at port $port; PORT=9001 takes another one" >&2
    exit 4
fi

"$tw_jdk/bin/java" "$here/Server.java" "$port" &
server=$!
# waits, so that the port is free for the next run
trap 'kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true' EXIT

# A source file is compiled first, so the server needs a second or two.
for ((try = 0; ; try++)); do
    if ! kill -0 "$server" 2>/dev/null; then
        echo 'measure.sh: the server has ended; see above' >&2
        exit 4
    fi
    if listens; then break; fi
    if ((try == 100)); then
        echo "measure.sh: the server does not listen at port $port" >&2
        exit 4
    fi
    sleep 0.1
done
"$home/threadwall" sweep --servers kilim --target "mine=http://127.0.0.1:$port" --route '/json2?time=10' \
    --connections 50 --out "$1"
