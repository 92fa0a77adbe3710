package threadwall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** Without a terminal: plain lines, and none where only a counter changes. */
class ConsoleProgressTest {

    private final StringWriter said = new StringWriter();
    private final ConsoleProgress progress = new ConsoleProgress(new PrintWriter(said));

    @Test
    void printsAStepWithTheTimeLeftAndEachOfItsPhasesOnce() {
        progress.step(2, 3, "kilim, 5,000 connections", 95.0);
        progress.phase("starting");
        progress.phase("warming up: 10,000 requests, round 1 of 2");
        progress.phase("warming up: 10,000 requests, round 2 of 2, about 4 s left");
        progress.phase("loading, 2 s left");
        progress.phase("loading, 1 s left");
        progress.phase("lingering: 40 threads, 75 s left");
        progress.phase("lingering: 14 threads, 10 s left");
        assertThat(said.toString().lines())
                .containsExactly(
                        "[2/3] kilim, 5,000 connections (about 1 min 35 s left)",
                        "  starting",
                        "  warming up: 10,000 requests, round 1 of 2",
                        "  loading, 2 s left",
                        "  lingering: 40 threads, 75 s left");
    }
}
