package threadwall.resilience;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import threadwall.record.ResilienceRecord.FdExhaustion;
import threadwall.record.ResilienceRecord.FdExhaustionFailure;

/** What the clients of a descriptor exhaustion see, and what the server does meanwhile. Clients count from many threads. */
final class FdExhaustionStats {

    /**
     * CPUs in use above which a server is busy. All of its clients wait while it is out of descriptors, so it has next to
     * nothing to do; an accept loop that retries at once takes a whole CPU.
     */
    private static final double BUSY_CPUS = 0.5;

    private final int nofile;
    private final LongAdder clients = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final EventCounter lost = new EventCounter();
    private String laterFault;
    private long descriptorsLater;
    private double outSeconds;
    private double outCpuSeconds;
    private ServerUnderTest.ServerSample last;

    /** @param nofile limit of descriptors of each process of the server */
    FdExhaustionStats(int nofile) {
        this.nofile = nofile;
    }

    void connecting() {
        clients.increment();
    }

    void answered() {
        answered.increment();
    }

    /** Counts a client that did not get the right answer, by what it saw. */
    void lost(String fault) {
        lost.count(fault);
    }

    /** Takes a sample during a round. Between two samples without a free descriptor, the server counts as out of them. */
    void sampled(ServerUnderTest.ServerSample sample) {
        if (last != null && last.highest() >= nofile && sample.highest() >= nofile) {
            outSeconds += sample.seconds() - last.seconds();
            outCpuSeconds += sample.cpuSeconds() - last.cpuSeconds();
        }
        last = sample;
    }

    /** Ends a round: the time until the next sample does not count. */
    void pauseSampling() {
        last = null;
    }

    /**
     * A client that connected after all others had left was not served.
     *
     * @param fault what it saw
     * @param sample of the server after that
     */
    void servesNobody(String fault, ServerUnderTest.ServerSample sample) {
        laterFault = fault;
        descriptorsLater = sample.highest();
    }

    private long missing() {
        return clients.sum() - answered.sum();
    }

    private boolean isBusy() {
        return outSeconds >= FdExhaustion.LEAST_SECONDS && outCpuSeconds > BUSY_CPUS * outSeconds;
    }

    /** A sentence for each fault of the server. */
    List<String> faults() {
        var faults = new ArrayList<String>();
        if (laterFault != null) {
            faults.add("all clients have left, but %,d of %,d descriptors are in use and the server does not answer: %s"
                    .formatted(descriptorsLater, nofile, laterFault));
        }
        if (missing() > 0) {
            faults.add("%,d of %,d clients got no answer: %s"
                    .formatted(
                            missing(),
                            clients.sum(),
                            lost.counts().stream()
                                    .map(count -> "%s (%,d)".formatted(count.what(), count.times()))
                                    .collect(Collectors.joining(", "))));
        }
        if (isBusy()) {
            faults.add(
                    "the server used %.1f CPU seconds in the %.1f s that it was out of descriptors and had nothing to do"
                            .formatted(outCpuSeconds, outSeconds));
        }
        return faults;
    }

    /** @param alive whether the server still runs after the test */
    FdExhaustion toRecord(boolean alive) {
        return new FdExhaustion(
                nofile,
                clients.sum(),
                answered.sum(),
                lost.counts(),
                laterFault,
                outSeconds,
                outCpuSeconds,
                failure(alive));
    }

    private FdExhaustionFailure failure(boolean alive) {
        if (!alive) {
            return FdExhaustionFailure.ENDED;
        }
        if (laterFault != null) {
            return FdExhaustionFailure.SERVES_NOBODY;
        }
        if (missing() > 0) {
            return FdExhaustionFailure.LOSES_CLIENTS;
        }
        return isBusy() ? FdExhaustionFailure.BUSY : null;
    }
}
