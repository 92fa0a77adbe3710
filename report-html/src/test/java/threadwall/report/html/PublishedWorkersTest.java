package threadwall.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The figures of worker threads, as they were published. */
class PublishedWorkersTest {

    static final Path FILE = Path.of("..").resolve(PublishedWorkers.PLACE);

    @Test
    void haveTheRatiosThatTheirTextsName() throws Exception {
        var published = PublishedWorkers.read(FILE);
        assertThat(one(published, "readme", 1)).as("4.8x in the text").isCloseTo(4.8, Offset.offset(0.05));
        assertThat(one(published, "dashboard", 1)).as("7.0x in the text").isCloseTo(7.0, Offset.offset(0.05));
        for (var source : published.sources()) {
            assertThat(published.points())
                    .filteredOn(point -> point.base() && point.source().equals(source.id()))
                    .singleElement()
                    .satisfies(base -> assertThat(base.workers()).isNull());
        }
    }

    private static double one(PublishedWorkers published, String source, int workers) {
        return published.points().stream()
                .filter(point -> point.source().equals(source)
                        && Integer.valueOf(workers).equals(point.workers())
                        && point.said() != null)
                .mapToDouble(published::overBase)
                .findFirst()
                .orElseThrow();
    }

    /** 120k–140k over 330 % are 43k in the text: it is rounded by 2 % or so. */
    @Test
    void areInThemselvesConsistent() throws Exception {
        assertThat(PublishedWorkers.read(FILE).points()).hasSize(12).allSatisfy(point -> {
            double least = least(point.requestsPerSecond()) / most(point.serverCpuPercent()) * 100;
            double greatest = most(point.requestsPerSecond()) / least(point.serverCpuPercent()) * 100;
            assertThat(point.requestsPerCore()).isBetween(0.97 * least, 1.03 * greatest);
        });
    }

    private static double least(List<Double> range) {
        return Collections.min(range);
    }

    private static double most(List<Double> range) {
        return Collections.max(range);
    }

    @Test
    void sayWhichFileIsSpoiled(@TempDir Path folder) throws Exception {
        var file = Files.writeString(folder.resolve("workers.json"), "{\"sources\":");
        assertThatThrownBy(() -> PublishedWorkers.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + " is malformed");
    }
}
