package threadwall.resilience;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import threadwall.record.ResilienceRecord.FdExhaustion;
import threadwall.record.ResilienceRecord.FdExhaustionFailure;

/** What is seen of a server, and by its clients, while they are more than it has descriptors; clients count from many threads. */
final class FdExhaustionStats {

    /**
     * Processors in use, from which on a server is busy. All of its clients rest while it is out of descriptors, so there is
     * next to nothing to do but wait; an accept loop that tries again at once takes a whole one.
     */
    private static final double BUSY = 0.5;

    private final int nofile;
    private final LongAdder clients = new LongAdder();
    private final LongAdder answered = new LongAdder();
    private final EventCounter lost = new EventCounter();
    private String later;
    private long takenLater;
    private double outSeconds;
    private double outCpuSeconds;
    private ServerUnderTest.Look last;

    /** @param nofile descriptors that each process of the server may have */
    FdExhaustionStats(int nofile) {
        this.nofile = nofile;
    }

    void asked() {
        clients.increment();
    }

    void answered() {
        answered.increment();
    }

    /** A client without its right answer, by what it saw. */
    void lost(String what) {
        lost.count(what);
    }

    /** A look at the server while it has its clients. Between two that both found it out, it was. */
    void saw(ServerUnderTest.Look look) {
        if (last != null && last.most() >= nofile && look.most() >= nofile) {
            outSeconds += look.seconds() - last.seconds();
            outCpuSeconds += look.cpuSeconds() - last.cpuSeconds();
        }
        last = look;
    }

    /** Nobody looks until the next clients come. */
    void rest() {
        last = null;
    }

    /**
     * A client that came when all others had left was not served.
     *
     * @param what it saw
     * @param look at the server behind it
     */
    void servesNobody(String what, ServerUnderTest.Look look) {
        later = what;
        takenLater = look.most();
    }

    private long missing() {
        return clients.sum() - answered.sum();
    }

    private boolean busy() {
        return outSeconds >= FdExhaustion.LEAST_SECONDS && outCpuSeconds > BUSY * outSeconds;
    }

    /** What the server did wrong, in sentences. */
    List<String> faults() {
        var faults = new ArrayList<String>();
        if (later != null) {
            faults.add("all clients have left, %,d of %,d descriptors are taken, and it serves nobody: %s"
                    .formatted(takenLater, nofile, later));
        }
        if (missing() > 0) {
            faults.add("%,d of %,d clients did not get their answer: %s"
                    .formatted(
                            missing(),
                            clients.sum(),
                            lost.counts().stream()
                                    .map(count -> "%s (%,d)".formatted(count.what(), count.times()))
                                    .collect(Collectors.joining(", "))));
        }
        if (busy()) {
            faults.add("it used %.1f CPU seconds in the %.1f s that it was out of descriptors, with nothing to do"
                    .formatted(outCpuSeconds, outSeconds));
        }
        return faults;
    }

    /** @param alive whether its process is, after all of it */
    FdExhaustion shortage(boolean alive) {
        return new FdExhaustion(
                nofile, clients.sum(), answered.sum(), lost.counts(), later, outSeconds, outCpuSeconds, failure(alive));
    }

    private FdExhaustionFailure failure(boolean alive) {
        if (!alive) {
            return FdExhaustionFailure.ENDED;
        }
        if (later != null) {
            return FdExhaustionFailure.SERVES_NOBODY;
        }
        if (missing() > 0) {
            return FdExhaustionFailure.LOSES_CLIENTS;
        }
        return busy() ? FdExhaustionFailure.BUSY : null;
    }
}
