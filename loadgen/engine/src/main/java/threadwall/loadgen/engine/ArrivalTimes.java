package threadwall.loadgen.engine;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import threadwall.record.ClientLoad;
import threadwall.record.StepRecord.Arrivals;
import threadwall.record.StepRecord.Latency;

/**
 * How long the requests of a load with a rate took. Request number k was due (k + 1) intervals after the start. Its
 * planned latency is counted from then, its raw latency from its send. The difference has two causes:
 *
 * <ul>
 *   <li><em>The server</em>: all connections of the client waited for it. Of n connections one is free for request k once
 *       k + 1 − n requests have ended.
 *   <li><em>The client</em>: it was late by itself. This is its lag.
 * </ul>
 *
 * <p>A request that was due but not sent when the load was over had waited from then to the end. It counts with that
 * planned latency, the least that it can have had, and has no raw latency. A load with an overload leaves such requests
 * out, since their number is not logged.
 *
 * <p>A request that failed counts with the client's time-out as its planned latency, or with the time until it failed if
 * that was longer: a server that fails fast must not look fast.
 *
 * <p>Histograms have three significant digits. Those of several clients can be added.
 */
public final class ArrivalTimes {

    private static final int DIGITS = 3;
    private static final long NANOS_PER_SECOND = 1_000_000_000;
    private static final double NANOS_PER_MILLI = 1e6;

    /** The last requests are sent just before the end: their answers may come so much later, as a share of the load. */
    private static final double ALLOWANCE = 0.01;

    private final Histogram planned = new Histogram(DIGITS);
    private final Histogram raw = new Histogram(DIGITS);
    private final Histogram lag = new Histogram(DIGITS);
    private long due;
    private long answeredInTime;
    private long heldBack;
    private double seconds;

    /** {@code null} without an overload. */
    private OverloadTimes overload;

    private ArrivalTimes() {}

    /**
     * The requests of one client that does not say when they were due, in the order of their sends.
     *
     * @param sent nanoseconds of any clock
     * @param ended likewise
     * @param answered whether the server answered it well
     * @param load with its rate, seconds and connections
     */
    static ArrivalTimes of(long[] sent, long[] ended, boolean[] answered, ClientLoad load) {
        long interval = NANOS_PER_SECOND / load.rate();
        long start = start(sent, interval);
        var due = new long[sent.length];
        for (int k = 0; k < due.length; k++) {
            due[k] = start + (k + 1) * interval;
        }
        return of(start, due, sent, ended, answered, load);
    }

    /** The requests of one client, in the order of their sends; all times are nanoseconds of the same clock. */
    static ArrivalTimes of(long start, long[] due, long[] sent, long[] ended, boolean[] answered, ClientLoad load) {
        var times = new ArrivalTimes();
        var ends = ended.clone();
        Arrays.sort(ends);
        long timeout = load.timeoutSeconds() * NANOS_PER_SECOND;
        for (int k = 0; k < sent.length; k++) {
            long freeAt = k < load.connections() ? due[k] : ends[k - load.connections()];
            times.heldBack += freeAt > due[k] ? 1 : 0;
            times.planned.recordValue(answered[k] ? ended[k] - due[k] : Math.max(ended[k] - due[k], timeout));
            times.raw.recordValue(ended[k] - sent[k]);
            times.lag.recordValue(Math.max(0, sent[k] - Math.max(due[k], freeAt)));
        }
        times.due = load.overload() == null ? (long) load.rate() * load.seconds() : sent.length;
        long interval = NANOS_PER_SECOND / load.rate();
        for (long k = sent.length; k < times.due; k++) {
            long waited = load.seconds() * NANOS_PER_SECOND - (k + 1) * interval;
            times.planned.recordValue(waited);
            long before = k - load.connections();
            boolean noneFree = before >= ends.length || before >= 0 && ends[(int) before] > start + (k + 1) * interval;
            times.heldBack += noneFree ? 1 : 0;
        }
        times.seconds = (ends[ends.length - 1] - start) / (double) NANOS_PER_SECOND;
        int planned = load.seconds();
        if (load.overload() != null) {
            planned += load.overload().seconds() + load.overload().afterSeconds();
        }
        long end = start + (long) (planned * NANOS_PER_SECOND * (1 + ALLOWANCE)) + times.raw.getMinValue();
        for (int k = 0; k < ended.length; k++) {
            times.answeredInTime += answered[k] && ended[k] <= end ? 1 : 0;
        }
        return times;
    }

    /**
     * When the first interval began. A client never sends before a request is due, so this is the latest start with which
     * none is early: the smallest lag of any request counts as none.
     */
    private static long start(long[] sent, long interval) {
        long start = Long.MAX_VALUE;
        for (int k = 0; k < sent.length; k++) {
            start = Math.min(start, sent[k] - (k + 1) * interval);
        }
        return start;
    }

    /** The requests of several clients that began together. */
    public static ArrivalTimes all(List<ArrivalTimes> clients) {
        var all = new ArrivalTimes();
        for (var client : clients) {
            all.planned.add(client.planned);
            all.raw.add(client.raw);
            all.lag.add(client.lag);
            all.due += client.due;
            all.answeredInTime += client.answeredInTime;
            all.heldBack += client.heldBack;
            all.seconds = Math.max(all.seconds, client.seconds);
        }
        if (clients.stream().allMatch(client -> client.overload != null)) {
            all.overload = OverloadTimes.all(
                    clients.stream().map(client -> client.overload).toList());
        }
        return all;
    }

    /** The same load, with the requests of its overload. */
    ArrivalTimes with(OverloadTimes requests) {
        overload = requests;
        return this;
    }

    /** From the start to the last response. */
    double seconds() {
        return seconds;
    }

    /** From the send. */
    public Latency latency() {
        return latency(raw);
    }

    public Arrivals record() {
        return new Arrivals(
                due,
                answeredInTime,
                heldBack,
                latency(planned),
                millis(lag, 99),
                lag.getMaxValue() / NANOS_PER_MILLI,
                overload == null ? null : overload.recovery());
    }

    private static Latency latency(Histogram histogram) {
        return new Latency(
                histogram.getTotalCount(),
                histogram.getMinValue() / NANOS_PER_MILLI,
                millis(histogram, 50),
                millis(histogram, 90),
                millis(histogram, 99),
                millis(histogram, 99.9),
                histogram.getMaxValue() / NANOS_PER_MILLI);
    }

    private static double millis(Histogram histogram, double percentile) {
        return histogram.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
    }

    /** Writes all three as a histogram log, whose values are milliseconds; tags: planned, raw, lag. */
    public void write(Path file) throws IOException {
        try (var out = new PrintStream(Files.newOutputStream(file))) {
            var log = new HistogramLogWriter(out);
            log.outputLogFormatVersion();
            log.outputLegend();
            write(log, "planned", planned);
            write(log, "raw", raw);
            write(log, "lag", lag);
            if (out.checkError()) {
                throw new IOException("cannot write " + file);
            }
        }
    }

    private void write(HistogramLogWriter log, String tag, Histogram histogram) {
        histogram.setTag(tag);
        log.outputIntervalHistogram(0, seconds, histogram, NANOS_PER_MILLI);
    }
}
