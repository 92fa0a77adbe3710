package threadwall.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.StepRecord.Latency;

class AbRequestLogTest {

    private static final String HEADER = "starttime\tseconds\tctime\tdtime\tttime\twait\n";

    @TempDir
    Path folder;

    @Test
    void readsLogsOfAb() throws IOException, URISyntaxException {
        // counted by hand: cut -f5 requests-*.tsv | sort -n, lines 1, 40, 72, 80
        assertThat(AbRequestLog.merge(List.of(resource("requests-1.tsv"), resource("requests-2.tsv"))))
                .contains(new Latency(80, 0, 2, 8, 13, 13, 13));
    }

    @Test
    void computesPercentilesOverAllRequests() throws IOException {
        var fast = log("fast", IntStream.rangeClosed(1, 90).boxed().toList());
        var slow = log("slow", IntStream.rangeClosed(991, 1_000).boxed().toList());
        assertThat(AbRequestLog.merge(List.of(fast, slow)))
                .contains(new Latency(100, 1, 50, 90, 999, 1_000, 1_000))
                .isEqualTo(AbRequestLog.merge(List.of(slow, fast)));
    }

    @Test
    void computesTheNearestRankOfAnyNumberOfRequests() throws IOException {
        var random = new Random(4_711);
        for (int size : new int[] {1, 2, 3, 9, 10, 11, 99, 100, 101, 999, 1_000, 1_001, 7_000, 40_000}) {
            var values = random.ints(size, 0, 5_000).boxed().toList();
            int cut = random.nextInt(size);
            var files = cut == 0
                    ? List.of(log("a", values))
                    : List.of(log("a", values.subList(0, cut)), log("b", values.subList(cut, size)));
            var latency = AbRequestLog.merge(files).orElseThrow();
            assertThat(latency.requests()).isEqualTo(size);
            assertThat(latency)
                    .as("%d requests", size)
                    .isEqualTo(new Latency(
                            size,
                            nearestRank(values, 0),
                            nearestRank(values, 500),
                            nearestRank(values, 900),
                            nearestRank(values, 990),
                            nearestRank(values, 999),
                            nearestRank(values, 1_000)));
        }
    }

    /** By definition: the smallest value that at least this share of all values does not exceed. */
    private static double nearestRank(List<Integer> values, int perMille) {
        var sorted = new ArrayList<>(values);
        sorted.sort(null);
        int rank = 1;
        while (1_000L * rank < (long) perMille * sorted.size()) {
            rank++;
        }
        return sorted.get(rank - 1);
    }

    @Test
    void isEmptyWhenAnyPartIsMissing() throws IOException {
        var there = log("there", List.of(1, 2, 3));
        assertThat(AbRequestLog.merge(List.of(there, folder.resolve("gone")))).isEmpty();
        assertThat(AbRequestLog.merge(List.of(there, log("none", List.of())))).isEmpty();
        assertThat(AbRequestLog.merge(List.of(Files.createFile(folder.resolve("empty")), there)))
                .isEmpty();
        assertThat(AbRequestLog.merge(List.of())).isEmpty();
    }

    @Test
    void namesTheFileAndTheMalformedLine() throws IOException {
        for (var broken : List.of("Sat Nov 21 11:29:10 2026\t1795260550\t0\t1", "a\tb\tc\td\te\tf", "")) {
            var file = log("good", List.of(5));
            Files.writeString(file, Files.readString(file) + broken + "\n");
            assertThatThrownBy(() -> AbRequestLog.merge(List.of(file)))
                    .isInstanceOf(IOException.class)
                    .hasMessage(file + ": not a line that ab -g writes: " + broken);
        }
    }

    private Path log(String name, List<Integer> totals) throws IOException {
        var text = new StringBuilder(HEADER);
        for (int total : totals) {
            text.append("Sat Nov 21 11:29:10 2026\t1795260550\t0\t%d\t%d\t%d\n".formatted(total, total, total));
        }
        return Files.writeString(folder.resolve(name), text);
    }

    private static Path resource(String name) throws URISyntaxException {
        return Path.of(AbRequestLogTest.class.getResource("ab/" + name).toURI());
    }
}
