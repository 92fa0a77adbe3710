package threadwall.watch.web;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import threadwall.record.RecordLine;
import threadwall.record.WatchRecord;
import threadwall.watch.WatchSampler;

/** Samplers without a machine: each sample has its number as {@code timeWait}, and samples are counted. */
final class FakeSamplers implements WatchSampler.Opener {

    final AtomicLong taken = new AtomicLong();
    final AtomicInteger open = new AtomicInteger();

    /** Message of the next samples' failure; {@code null} lets them succeed. */
    volatile String failure;

    private final String name;

    FakeSamplers() {
        this("kilim");
    }

    /** @param name of the process in the samples */
    FakeSamplers(String name) {
        this.name = name;
    }

    @Override
    public WatchSampler open() {
        open.incrementAndGet();
        return new WatchSampler() {
            @Override
            public WatchRecord sample() throws IOException {
                if (failure != null) {
                    throw new IOException(failure);
                }
                var process = new WatchRecord.Watched(
                        7,
                        1,
                        name,
                        WatchRecord.Role.SERVER,
                        List.of(8_080),
                        20,
                        90_000_000L,
                        500_000L,
                        1.5,
                        null,
                        Map.of("ESTABLISHED", 3L),
                        0.0);
                return new WatchRecord(
                        RecordLine.SCHEMA, Instant.now(), List.of(process), taken.incrementAndGet(), 1L, 1L, 1L, 0.001);
            }

            @Override
            public void close() {
                open.decrementAndGet();
            }
        };
    }
}
