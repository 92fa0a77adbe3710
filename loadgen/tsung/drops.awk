# drops.awk - names the first queue that dropped more packets than it was told to.
#
# USAGE: awk -f drops.awk BEFORE AFTER   readings of queues.sh
#
# netem drops a packet with the probability LOSS, so of N packets it drops N LOSS on average, with a standard deviation
# of at most the root of that. More than four of them beyond it, and half a dozen packets, are no chance: it was full.
# Prints nothing if no queue dropped more.
FNR == NR { sent[$1, $2] = $3; dropped[$1, $2] = $4; next }
{
    lost = $4 - dropped[$1, $2]
    all = $3 - sent[$1, $2] + lost
    told = all * $5 / 100
    if (lost > told + 4 * sqrt(told) + 6) {
        printf "the queue of %s (%s) dropped %d of %d packets, and was told to drop %s %%: it is too short\n", \
            $1, substr($2, 1, index($2, "/") - 1), lost, all, $5
        exit
    }
}
