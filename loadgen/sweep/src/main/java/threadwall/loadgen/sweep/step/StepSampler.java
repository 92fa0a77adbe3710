package threadwall.loadgen.sweep.step;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import threadwall.process.SamplingBudget;
import threadwall.record.Sample;
import threadwall.record.Sample.Phase;
import threadwall.record.SampleFile;
import threadwall.record.StepRecord.Sampling;

/**
 * Samples a step into {@link SampleFile}, from its servers' READY until they are stopped, and keeps those of the
 * measured load.
 *
 * <p>Sampling must not distort the result, so {@link SamplingBudget} limits it to less than 2 % of one core. A sample
 * is taken at least once a second and at every change of phase. Counting connections is the expensive part and grows
 * with the sockets of the machine. A sample that is due by time but exceeds the budget leaves it out, unless the last count
 * is {@value #OLDEST_COUNT_SECONDS} s old: on a slow machine the samples alone may take the whole budget.
 */
public final class StepSampler implements AutoCloseable {

    /** Of one core. The first sample, which loads the classes, does not count. */
    private static final double SHARE = 1.0 / 60;

    /** Faster than in other phases, which save budget for it, since peaks are those of the measured load. */
    public static final SamplingBudget.Rate UNDER_LOAD = new SamplingBudget.Rate(1.0 / 25, Duration.ofMillis(50));

    public static final SamplingBudget.Rate QUIET = new SamplingBudget.Rate(1.0 / 120, Duration.ofMillis(250));

    /** A second, less the time until this thread may get a core. */
    private static final long MAX_INTERVAL_NANOS = 900_000_000;

    private static final int OLDEST_COUNT_SECONDS = 30;

    private final ResourceUsageReader reader;
    private final SampleFile file;
    private final List<Sample> load = new ArrayList<>();

    /** The first sample after the load; {@code null} until then. */
    private Sample afterLoad;

    private final ThreadMXBean cpu = ManagementFactory.getThreadMXBean();
    private final long start = System.nanoTime();
    private final Instant zero = Instant.now();

    private SamplingBudget budget;
    private long sampleStart;
    private long countStart;
    private Phase phase = Phase.IDLE;
    private Phase sampledPhase;
    private boolean stopped;
    private boolean ended;
    private IOException failure;
    private int samples;
    private long lastMillis;
    private long cpuNanos;

    static SamplingBudget budget(long now, long total) {
        return new SamplingBudget(SHARE, now, total);
    }

    /** Nanoseconds until the next sample, if the last one began at {@code before}. */
    static long nanosToNext(SamplingBudget budget, long before, long now) {
        return Math.min(budget.left(now), before + MAX_INTERVAL_NANOS - now);
    }

    /** Whether connections are counted in a sample that begins now, if they were counted at {@code before}. */
    static boolean isCountDue(SamplingBudget budget, long before, long now) {
        return budget.left(now) <= 0 || now - before >= TimeUnit.SECONDS.toNanos(OLDEST_COUNT_SECONDS);
    }

    /**
     * Starts sampling in its own thread.
     *
     * @param folder the step's own
     * @param servers pids of the shards
     * @param sources addresses of the clients whose connections are counted
     */
    StepSampler(Path folder, int port, List<Long> servers, Set<InetAddress> sources) throws IOException {
        reader = new ResourceUsageReader(port, servers, sources);
        try {
            file = SampleFile.create(folder);
        } catch (IOException e) {
            reader.close();
            throw e;
        }
        Thread.ofPlatform().name("sampler").start(this::run);
    }

    private void run() {
        try (reader;
                file) {
            for (var current = next(); current != null; current = next()) {
                sample(current);
            }
        } catch (IOException e) {
            failure = e;
        } catch (Throwable e) { // also errors: peaks of incomplete samples must not be recorded
            failure = new IOException("the sampler failed: " + e, e);
        } finally {
            synchronized (this) {
                cpuNanos = cpu.getCurrentThreadCpuTime();
                ended = true;
                notifyAll();
            }
        }
    }

    /** Waits until the next sample is due and returns its phase; {@code null} at the end. */
    private synchronized Phase next() throws InterruptedException {
        while (!stopped && sampledPhase == phase) {
            long left = nanosToNext(budget, sampleStart, System.nanoTime());
            if (left <= 0) {
                break;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return stopped ? null : phase;
    }

    private void sample(Phase current) throws IOException {
        sampleStart = System.nanoTime();
        // the budget is null only in the first sample, which is also the first of its phase
        boolean counts = sampledPhase != current || isCountDue(budget, countStart, sampleStart);
        if (counts) {
            countStart = sampleStart;
        }
        var connections = counts ? reader.connections() : null;
        var sample = reader.read(millis(), current, connections);
        file.append(sample);
        long total = cpu.getCurrentThreadCpuTime();
        budget = budget == null ? budget(sampleStart, total) : budget;
        budget.charge(sampleStart, total, current == Phase.LOAD ? UNDER_LOAD : QUIET);
        synchronized (this) {
            samples++;
            lastMillis = sample.millis();
            if (current == Phase.LOAD) {
                load.add(sample);
            } else if (sampledPhase == Phase.LOAD) {
                afterLoad = sample;
            }
            sampledPhase = current;
            notifyAll();
        }
    }

    /** Milliseconds since {@link #zero}. */
    long millis() {
        return (System.nanoTime() - start) / 1_000_000;
    }

    /** The start of sampling, by the machine's clock. */
    Instant zero() {
        return zero;
    }

    /**
     * Changes the phase and waits for its first sample.
     *
     * @throws IOException when sampling failed, since the samples would be incomplete
     */
    synchronized void enter(Phase next) throws IOException, InterruptedException {
        if (next == Phase.LOAD) {
            load.clear();
            afterLoad = null;
        }
        phase = next;
        notifyAll();
        while (sampledPhase != next && !ended) {
            wait();
        }
        throwFailure();
    }

    /** Sets the clients. */
    void clients(List<Long> pids) {
        reader.clients(pids);
    }

    /** The samples of the measured load, the last one if there were several; to be called after it. */
    synchronized List<Sample> load() {
        return List.copyOf(load);
    }

    /** The same with the first sample after it. */
    synchronized List<Sample> loadAndEnd() {
        return Stream.concat(load.stream(), Stream.ofNullable(afterLoad)).toList();
    }

    /** Stops sampling and returns its cost. */
    synchronized Sampling finish() throws IOException, InterruptedException {
        close();
        while (!ended) {
            wait();
        }
        throwFailure();
        return new Sampling(samples, lastMillis / 1e3, cpuNanos / 1e9);
    }

    private void throwFailure() throws IOException {
        if (failure != null) {
            throw failure;
        }
    }

    /** Stops the sampling thread, which closes its files. */
    @Override
    public synchronized void close() {
        stopped = true;
        notifyAll();
    }
}
