package threadwall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import threadwall.record.ResilienceRecord;
import threadwall.record.RunFile;
import threadwall.report.ResilienceTable;

/** The table after two servers of a published run, of which a third takes long, or never finishes. */
@Tag("slow")
class ResilienceOverviewTest {

    private static List<ResilienceRecord> two() throws IOException {
        return RunFile.in(Path.of("../docs/data/20261122-descriptors")).read().lines().stream()
                .filter(ResilienceRecord.class::isInstance)
                .map(ResilienceRecord.class::cast)
                .limit(2)
                .toList();
    }

    @Test
    void isPrintedOnceAtTheEndEvenOfAFailedRun() throws Exception {
        var printed = new ArrayList<String>();
        assertThatThrownBy(() -> {
                    try (var overview = new ResilienceOverview(printed::add)) {
                        two().forEach(overview::add);
                        overview.close();
                        throw new IOException("the third server's port is taken");
                    }
                })
                .isInstanceOf(IOException.class);
        assertThat(printed).containsExactly("\n" + ResilienceTable.render(two()));
    }

    @Test
    void isNotPrintedForOneServer() throws Exception {
        var printed = new ArrayList<String>();
        try (var overview = new ResilienceOverview(printed::add)) {
            overview.add(two().getFirst());
        }
        assertThat(printed).isEmpty();
    }

    @Test
    void isPrintedWhenTheJvmIsEnded() throws Exception {
        var java = ProcessHandle.current().info().command().orElseThrow();
        var ended = new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), Ended.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        assertThat(new String(ended.getInputStream().readAllBytes())).isEqualTo("\n" + ResilienceTable.render(two()));
        assertThat(ended.waitFor()).isEqualTo(130);
    }

    /** Ends as by Ctrl-C during the test of the third server. */
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
