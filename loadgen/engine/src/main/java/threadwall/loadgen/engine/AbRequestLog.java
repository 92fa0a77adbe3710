package threadwall.loadgen.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
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
        var totals = IntStream.builder(); // unboxed: a step of 40,000 connections has 160,000 requests
        for (var file : files) {
            if (!Files.exists(file)) {
                return Optional.empty();
            }
            int requests = 0;
            try (var reader = Files.newBufferedReader(file)) {
                reader.readLine();
                for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                    var fields = line.split("\t");
                    try {
                        totals.accept(Integer.parseInt(fields[TOTAL]));
                        requests++;
                    } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                        throw new IOException("%s: not a line that ab -g writes: %s".formatted(file, line), e);
                    }
                }
            }
            if (requests == 0) {
                return Optional.empty();
            }
        }
        return files.isEmpty()
                ? Optional.empty()
                : Optional.of(NearestRank.latency(totals.build().sorted().toArray(), 1));
    }
}
