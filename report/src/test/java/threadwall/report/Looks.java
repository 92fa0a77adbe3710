package threadwall.report;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import threadwall.record.RecordLine;
import threadwall.record.WatchRecord;
import threadwall.record.WatchRecord.Role;
import threadwall.record.WatchRecord.Watched;

/** Looks at servers for tests. */
final class Looks {

    static final Instant AT = Instant.parse("2026-02-03T04:05:06Z");

    private Looks() {}

    static WatchRecord at(int second, Watched... processes) {
        return new WatchRecord(
                RecordLine.SCHEMA,
                AT.plusSeconds(second),
                List.of(processes),
                3_201L,
                12_100_000L,
                45_200_000L,
                20_331_000_000L,
                0.004);
    }

    static Watched spring(long threads, long established) {
        return new Watched(
                4_242,
                100,
                "spring-blocking",
                Role.SERVER,
                List.of(8_080),
                threads,
                1_203_000_000L,
                8_000_000L,
                12.5,
                0.981,
                Map.of("ESTABLISHED", established, "CLOSE_WAIT", 12L, "SYN_RECV", 3L),
                4.2);
    }

    static Watched ab() {
        return new Watched(4_300, 200, "ab", Role.CLIENT, List.of(), 1, 30_000_000L, 200_000L, 3, null, null, null);
    }

    static Watched named(String name) {
        return new Watched(77, 1, name, Role.SERVER, List.of(1, 2), 1, null, null, 0, 0.0, Map.of(), 0.0);
    }

    static WatchHistory history(WatchRecord... looks) {
        var history = new WatchHistory();
        Stream.of(looks).forEach(history::add);
        return history;
    }
}
