package threadwall.loadgen.sweep.step;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import threadwall.process.SamplingBudget;
import threadwall.record.Sample.Phase;
import threadwall.record.SampleFile;
import threadwall.record.StepRecord.Sampling;

/**
 * Looks at a step from outside, from its servers' READY until they are stopped, into {@link SampleFile}, and keeps the peaks
 * of the measured load.
 *
 * <p>What measures must not be what is measured: all looks together take less than 2 % of one core, as {@link SamplingBudget} has it.
 * There is one a second at least, and one whenever the phase changes. Counting connections is what costs, more with every
 * socket of the machine: a look that comes for its second, before it can be afforded, leaves that out.
 */
public final class StepSampler implements AutoCloseable {

    /** Of one core. The first look of a JVM, which loads the code that looks, does not count. */
    private static final double SHARE = 1.0 / 60;

    /** Peaks are those of the measured load, for which the rest saves. */
    public static final SamplingBudget.Rate UNDER_LOAD = new SamplingBudget.Rate(1.0 / 25, Duration.ofMillis(50));

    public static final SamplingBudget.Rate QUIET = new SamplingBudget.Rate(1.0 / 120, Duration.ofMillis(250));
    /** A second, less what it may take until this thread gets a core. */
    private static final long MOST_NANOS = 900_000_000;

    private final StepObserver view;
    private final SampleFile file;
    private final SamplePeaks peaks = new SamplePeaks();
    private final ThreadMXBean cpu = ManagementFactory.getThreadMXBean();
    private final long start = System.nanoTime();
    private final Instant zero = Instant.now();

    private SamplingBudget pace;
    private long begun;
    private Phase phase = Phase.IDLE;
    private Phase seen;
    private boolean stopped;
    private boolean ended;
    private IOException failure;
    private int samples;
    private long last;
    private long cpuNanos;

    public static SamplingBudget pace(long now, long total) {
        return new SamplingBudget(SHARE, now, total);
    }

    /** How long it is until the next look, where that before was begun then. */
    public static long left(SamplingBudget pace, long before, long now) {
        return Math.min(pace.left(now), before + MOST_NANOS - now);
    }

    /**
     * Begins to look, in a thread of its own.
     *
     * @param folder the step's own
     * @param servers pids of the shards
     * @param sources addresses of the clients whose connections count
     */
    StepSampler(Path folder, int port, List<Long> servers, Set<InetAddress> sources) throws IOException {
        view = new StepObserver(port, servers, sources);
        try {
            file = SampleFile.create(folder);
        } catch (IOException e) {
            view.close();
            throw e;
        }
        Thread.ofPlatform().name("sampler").start(this::run);
    }

    private void run() {
        try (view;
                file) {
            for (var now = next(); now != null; now = next()) {
                look(now);
            }
        } catch (IOException e) {
            failure = e;
        } catch (Throwable e) { // whatever it is: peaks that were not seen must not pass for those of the load
            failure = new IOException("the sampler ended: " + e, e);
        } finally {
            synchronized (this) {
                cpuNanos = cpu.getCurrentThreadCpuTime();
                ended = true;
                notifyAll();
            }
        }
    }

    /** Waits until there is something to look at; the phase that it is in, {@code null} at the end. */
    private synchronized Phase next() throws InterruptedException {
        while (!stopped && seen == phase) {
            long left = left(pace, begun, System.nanoTime());
            if (left <= 0) {
                break;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return stopped ? null : phase;
    }

    private void look(Phase now) throws IOException {
        begun = System.nanoTime();
        // the first look of all comes with the first phase
        var connections = seen != now || pace.left(begun) <= 0 ? view.connections() : null;
        var sample = view.look(millis(), now, connections);
        file.append(sample);
        long total = cpu.getCurrentThreadCpuTime();
        pace = pace == null ? pace(begun, total) : pace;
        pace.charge(begun, total, now == Phase.LOAD ? UNDER_LOAD : QUIET);
        synchronized (this) {
            samples++;
            last = sample.millis();
            if (now == Phase.LOAD) {
                peaks.add(sample);
            }
            seen = now;
            notifyAll();
        }
    }

    /** Milliseconds since {@link #zero}. */
    long millis() {
        return (System.nanoTime() - start) / 1_000_000;
    }

    /** When it began to look, by the machine's clock. */
    Instant zero() {
        return zero;
    }

    /**
     * The step is at something else now, and has been seen so when this returns.
     *
     * @throws IOException when it could not look: what it shows would be lies
     */
    synchronized void enter(Phase next) throws IOException, InterruptedException {
        phase = next;
        notifyAll();
        while (seen != next && !ended) {
            wait();
        }
        throwFailure();
    }

    /** From now on these are the clients. */
    void clients(List<Long> pids) {
        view.clients(pids);
    }

    /** What was seen of the measured load; once it is over. */
    synchronized SamplePeaks peaks() {
        return peaks;
    }

    /** Stops looking; what that cost. */
    synchronized Sampling finish() throws IOException, InterruptedException {
        close();
        while (!ended) {
            wait();
        }
        throwFailure();
        return new Sampling(samples, last / 1e3, cpuNanos / 1e9);
    }

    private void throwFailure() throws IOException {
        if (failure != null) {
            throw failure;
        }
    }

    /** Tells it to stop; its thread closes what it holds. */
    @Override
    public synchronized void close() {
        stopped = true;
        notifyAll();
    }
}
