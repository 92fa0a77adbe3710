package threadwall.report.html;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What was published of a server's worker threads and what each request costs, {@code docs/data/workers.json}: another
 * runtime, machine and load, so only ratios within one source mean anything beside ours.
 */
public record PublishedWorkers(List<CitedSource> sources, List<Point> points) {

    /** Where the file lies under the project's root. */
    public static final Path PLACE = Path.of("docs", "data", "workers.json");

    /**
     * One server under one load. Of a range both ends are given.
     *
     * @param source id of its {@link CitedSource}
     * @param workers to which it was limited; {@code null} = its default
     * @param spinning how long its idle workers spin before they sleep, in words
     * @param clientThreads to which the client was limited; {@code null} = its default
     * @param base whether it is the default that its source compares with
     * @param requestsPerCore requests per second for each core that the server used, as given
     * @param clientCpuPercent of one core; {@code null} = not given
     * @param said what the source says of it; {@code null} = nothing
     */
    public record Point(
            String source,
            Integer workers,
            String spinning,
            Integer clientThreads,
            boolean base,
            List<Double> requestsPerSecond,
            List<Double> serverCpuPercent,
            double requestsPerCore,
            List<Double> clientCpuPercent,
            String said) {}

    /** Requests per core over those of its source's base. */
    double overBase(Point point) {
        var base = points.stream()
                .filter(other -> other.base && other.source.equals(point.source))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("%s has no base of %s".formatted(PLACE, point.source)));
        return point.requestsPerCore / base.requestsPerCore;
    }

    /** @throws IOException when the file cannot be read or is no such file */
    public static PublishedWorkers read(Path file) throws IOException {
        return PublishedFile.read(file, PublishedWorkers.class);
    }
}
