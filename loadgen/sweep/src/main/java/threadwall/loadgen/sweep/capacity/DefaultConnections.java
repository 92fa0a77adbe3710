package threadwall.loadgen.sweep.capacity;

import java.util.List;
import threadwall.loadgen.sweep.plan.SweepConfig;
import threadwall.loadgen.sweep.plan.SweepConfig.Target.Running;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.process.PreconditionException;

/**
 * How many connections the clients may open if nothing is asked for. Of N connections, each of which takes a request for L
 * seconds, a server gets N / L requests a second at most, so few of them hide its capacity. They are opened only when all
 * open ones are in use, so many of them cost a slow server nothing. Ports are no bound: a client connects from several
 * addresses. Descriptors are: a second client process would take CPU from the server on the same processors.
 */
public final class DefaultConnections {

    /**
     * With 100 ms for each request 200,000 requests a second, more than two cores were seen to answer. A thread-per-request
     * server may start a thread for each, and Linux numbers 32,768 processes and threads by default on a small machine.
     */
    private static final int MOST = 20_000;

    /** Descriptors that a server needs besides: its own 300, and those of the verifier. */
    private static final int RESERVE = 1_000;

    /** The number is a round one, so that runs on machines with much the same limits can be compared. */
    private static final int ROUND = 1_000;

    private DefaultConnections() {}

    /**
     * So many that each server is a single process, within its descriptors and threads.
     *
     * @throws PreconditionException (usage) if there is no such server
     */
    public static int of(HostLimits host, List<String> servers, List<SweepConfig.Target> targets)
            throws PreconditionException {
        long most = Math.min(MOST, withReserve(host.nofile()));
        for (var target : targets) {
            if (target instanceof Running running && running.nofile() != null) {
                most = Math.min(most, withReserve(running.nofile()));
            }
        }
        boolean threads = false;
        for (var server : servers) {
            threads |= ServerCatalog.named(server).threadPerRequest();
        }
        while (threads
                && most > ROUND
                && host.wallBefore((int) most + RESERVE, 1).isPresent()) {
            most -= ROUND;
        }
        return (int) most;
    }

    /** Half of a number that is too small for a reserve. */
    private static long withReserve(long nofile) {
        long round = (nofile - RESERVE) / ROUND * ROUND;
        return round >= ROUND ? round : Math.max(1, nofile / 2);
    }
}
