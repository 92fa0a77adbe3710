package threadwall.loadgen.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import threadwall.record.StepRecord.Latency;

/**
 * Merges the files that Tsung's agents write, one each, with {@code dumptraffic="protocol_local"}.
 *
 * <p>A line is of a request that has ended: {@code
 * time;process;user;method;server;url;status;size;duration;transaction; match;error;tag} ({@code ts_mon.erl} of Tsung
 * 1.7). The time is that of its end, in seconds since 1970. The duration is in milliseconds and includes the connect
 * of a request that opened its connection. Where the server closed the connection without a response, the status is
 * {@code error_no_http_status}. A request that timed out, and a connect that failed, has no line: {@link
 * TsungCounters} counts these.
 *
 * @param seconds from the first request's start to the last one's end
 * @param latency of requests with a response; empty when none had one
 * @param non2xx responses with another status
 * @param unanswered connections that the server closed instead of a response
 * @param endMillis when each hundredth of the requests had ended, in milliseconds since 1970
 */
record TsungRequestLog(double seconds, Optional<Latency> latency, long non2xx, long unanswered, List<Long> endMillis) {

    /**
     * A file of a process.
     *
     * @param clockOffsetMillis of its host, which is subtracted from its times
     */
    record Dump(Path file, double clockOffsetMillis) {}

    // fields before the last ones, since a URL may have semicolons
    private static final int STATUS = 7;
    private static final int DURATION = 5;
    private static final int FIELDS = 13;
    private static final int HUNDREDTHS = 100;
    private static final int MICROS_PER_MILLI = 1_000;
    private static final double MILLIS_PER_SECOND = 1e3;

    /** Requests that ended, answered or not. */
    long requests() {
        return latency.map(Latency::requests).orElse(0L) + unanswered;
    }

    /**
     * @return empty when any of the files is missing, since the result would be incomplete
     * @throws IOException also when a line is not in Tsung's format: the agent was ended while it wrote
     */
    static Optional<TsungRequestLog> merge(List<Dump> files) throws IOException {
        var micros = IntStream.builder();
        var ends = DoubleStream.builder();
        double first = Double.MAX_VALUE;
        double last = 0;
        long non2xx = 0;
        long unanswered = 0;
        for (var file : files) {
            if (!Files.exists(file.file())) {
                return Optional.empty();
            }
            try (var reader = Files.newBufferedReader(file.file())) {
                for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                    var fields = line.split(";", -1);
                    try {
                        int end = fields.length;
                        if (end < FIELDS) {
                            throw new NumberFormatException("too few fields");
                        }
                        double time = Double.parseDouble(fields[0]) - file.clockOffsetMillis() / MILLIS_PER_SECOND;
                        double millis = Double.parseDouble(fields[end - DURATION]);
                        var status = fields[end - STATUS];
                        first = Math.min(first, time - millis / MILLIS_PER_SECOND);
                        last = Math.max(last, time);
                        ends.accept(time);
                        if (status.startsWith("error_")) {
                            unanswered++;
                        } else {
                            micros.accept((int) Math.round(millis * MICROS_PER_MILLI));
                            non2xx += Integer.parseInt(status) / 100 == 2 ? 0 : 1;
                        }
                    } catch (NumberFormatException e) {
                        throw new IOException("%s: not a line that Tsung writes: %s".formatted(file.file(), line), e);
                    }
                }
            }
        }
        var sorted = micros.build().sorted().toArray();
        var latency = sorted.length == 0
                ? Optional.<Latency>empty()
                : Optional.of(NearestRank.latency(sorted, MICROS_PER_MILLI));
        return Optional.of(new TsungRequestLog(
                Math.max(0, last - first),
                latency,
                non2xx,
                unanswered,
                hundredths(ends.build().sorted().toArray())));
    }

    /** @param ends of all requests in seconds, in order */
    private static List<Long> hundredths(double[] ends) {
        return ends.length < HUNDREDTHS
                ? List.of()
                : IntStream.rangeClosed(1, HUNDREDTHS)
                        .mapToObj(n ->
                                Math.round(MILLIS_PER_SECOND * ends[(int) ((long) ends.length * n / HUNDREDTHS) - 1]))
                        .toList();
    }
}
