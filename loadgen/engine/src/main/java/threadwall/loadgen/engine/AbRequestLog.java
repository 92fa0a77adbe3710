package threadwall.loadgen.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import threadwall.record.StepRecord.Latency;

/**
 * Merges the per-request files that {@code ab -g} writes. Percentiles of several clients are computed over all of their
 * requests, since percentiles cannot be averaged.
 *
 * <p>The file is tab-separated, with a header and one line per request: {@code starttime seconds ctime dtime ttime
 * wait}. The last four are whole milliseconds ({@code ab.c}, {@code output_results}); ttime is from connect to the last
 * byte.
 */
public final class AbRequestLog {

    private static final int TOTAL = 4;

    private AbRequestLog() {}

    /**
     * @return empty when any of the files is missing or has no request, since the result would be incomplete
     * @throws IOException also when a line is not in the format of {@code ab -g}
     */
    public static Optional<Latency> merge(List<Path> files) throws IOException {
        var totals = new Millis();
        for (var file : files) {
            if (!Files.exists(file)) {
                return Optional.empty();
            }
            int before = totals.size;
            try (var reader = Files.newBufferedReader(file)) {
                reader.readLine();
                for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                    var fields = line.split("\t");
                    try {
                        totals.add(Integer.parseInt(fields[TOTAL]));
                    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                        throw new IOException("%s: not a line of ab -g: %s".formatted(file, line), e);
                    }
                }
            }
            if (totals.size == before) {
                return Optional.empty();
            }
        }
        return totals.size == 0 ? Optional.empty() : Optional.of(totals.latency());
    }

    /** Growable list of milliseconds, unboxed: a step of 40,000 connections has 160,000 requests. */
    private static final class Millis {
        private int[] values = new int[1 << 14];
        private int size;

        void add(int value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, 2 * size);
            }
            values[size++] = value;
        }

        Latency latency() {
            Arrays.sort(values, 0, size);
            return new Latency(
                    size, values[0], perMille(500), perMille(900), perMille(990), perMille(999), values[size - 1]);
        }

        /** Nearest rank: the smallest value that at least this share of all values does not exceed. */
        private double perMille(int share) {
            // in integers, since 99.9 / 100 * 1000 is more than 999 in floating point
            return values[(int) Math.ceilDiv((long) share * size, 1_000L) - 1];
        }
    }
}
