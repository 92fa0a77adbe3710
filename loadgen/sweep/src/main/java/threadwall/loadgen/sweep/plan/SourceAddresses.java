package threadwall.loadgen.sweep.plan;

import threadwall.loadgen.testbed.HostLimits;
import threadwall.process.PreconditionException;

/** The source addresses of a step's clients: the last number of each is that of the address in the step. */
public final class SourceAddresses {

    /** The first and the last of 256 are left out. */
    private static final int MOST = 254;

    private SourceAddresses() {}

    /**
     * @param last number of the last address
     * @param connections of the step, which need these addresses
     * @throws PreconditionException (environment) when there are not so many
     */
    public static void require(int last, int connections, HostLimits host) throws PreconditionException {
        if (last > MOST) {
            throw PreconditionException.environment(
                    "asked for %1$,d connections; nofile is %2$,d (hard) and the port range gives %3$,d connections"
                            + " per source address, so they need more than 254 addresses, the maximum;"
                            + " raise the lower one (./threadwall doctor --connections %1$d shows how), or ask for"
                            + " fewer",
                    connections, host.nofile(), host.portsPerSource());
        }
    }

    /** Part {@code index} of {@code total}, divided evenly into {@code parts}: of connections over processes. */
    public static int share(int total, int parts, int index) {
        return total / parts + (index < total % parts ? 1 : 0);
    }
}
