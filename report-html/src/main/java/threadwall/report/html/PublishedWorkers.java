package threadwall.report.html;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Published costs of requests by number of worker threads, {@code docs/data/workers.json}. They are of another runtime, machine
 * and load, so only ratios within one source can be compared.
 */
public record PublishedWorkers(List<CitedSource> sources, List<Point> points) {

    /** Where the file lies under the project's root. */
    public static final Path PLACE = Path.of("docs", "data", "workers.json");

    /**
     * One server under one load. A list has one figure, or both ends of a range.
     *
     * @param source id of its {@link CitedSource}
     * @param workers to which it was limited; {@code null} = its default
     * @param spinning how long its idle workers spin before they sleep, in words
     * @param clientThreads to which the client was limited; {@code null} = its default
     * @param base whether it is the default with which its source compares
     * @param requestsPerCore requests per second for each core that the server used, as given
     * @param clientCpuPercent of one core; {@code null} = not given
     * @param said remark of the source; {@code null} = none
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

    /** Requests per core over those of the base of the same source. */
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
