# drops.awk - names the first queue that dropped more packets than expected.
#
# USAGE: awk -f drops.awk BEFORE AFTER   readings of queues.sh; other lines, such as a greeting of a shell, are left out
#
# netem drops a packet with the probability LOSS, so of N packets it drops N LOSS on average, with a standard deviation
# of at most the root of that. More than four of them beyond it, and half a dozen packets, cannot be chance, so the
# queue was full. A queue of another kind may drop one packet in 10,000: those of network cards do so to slow senders
# down. Prints nothing if no queue dropped more.
NF != 5 || $2 !~ "/" { next }
FILENAME == ARGV[1] { sent[$1, $2] = $3; dropped[$1, $2] = $4; next }
{
    lost = $4 - dropped[$1, $2]
    all = $3 - sent[$1, $2] + lost
    told = all * ($2 ~ "^netem/" ? $5 / 100 : 0.0001)
    if (lost > told + 4 * sqrt(told) + 6) {
        printf "the queue of %s (%s) dropped %d of %d packets, %.2f %% were expected\n", \
            $1, substr($2, 1, index($2, "/") - 1), lost, all, 100 * told / all
        exit
    }
}
