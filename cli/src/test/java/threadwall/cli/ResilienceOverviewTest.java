package threadwall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.record.ResilienceRecord;
import threadwall.record.RunFile;
import threadwall.report.ResilienceTable;

/** Several servers of a published run; those that come after two of them take long, or are never done. */
class ResilienceOverviewTest {

    private static List<ResilienceRecord> two() throws IOException {
        return RunFile.in(Path.of("../docs/data/20261122-descriptors")).read().lines().stream()
                .filter(ResilienceRecord.class::isInstance)
                .map(ResilienceRecord.class::cast)
                .limit(2)
                .toList();
    }

    @Test
    void isToldOnceAtTheEndWhateverThatIs() throws Exception {
        var told = new ArrayList<String>();
        assertThatThrownBy(() -> {
                    try (var overview = new ResilienceOverview(told::add)) {
                        two().forEach(overview::add);
                        overview.close();
                        throw new IOException("the third server's port is taken");
                    }
                })
                .isInstanceOf(IOException.class);
        assertThat(told).containsExactly("\n" + ResilienceTable.render(two()));
    }

    @Test
    void ofOneServerThereIsNone() throws Exception {
        var told = new ArrayList<String>();
        try (var overview = new ResilienceOverview(told::add)) {
            overview.add(two().getFirst());
        }
        assertThat(told).isEmpty();
    }

    @Test
    void isToldWhenTheJvmEndsBefore() throws Exception {
        var java = ProcessHandle.current().info().command().orElseThrow();
        var ended = new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), Ended.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(new String(ended.getInputStream().readAllBytes())).isEqualTo("\n" + ResilienceTable.render(two()));
        assertThat(ended.waitFor()).isEqualTo(130);
    }

    /** As by Ctrl-C, with the third server under its test. */
    static final class Ended {
        public static void main(String[] arguments) throws IOException {
            var overview = new ResilienceOverview(text -> {
                System.out.print(text);
                System.out.flush();
            });
            two().forEach(overview::add);
            System.exit(130);
        }
    }
}
