package threadwall.taskprograms.sleep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

@Tag("slow")
@Timeout(120)
class SleepTest {
    private static final List<String> KINDS = Sleepers.KINDS;

    private static final Pattern LINE = Pattern.compile(
            "\\{\"tasks\":50,\"started\":50,\"mostAlive\":50,\"startMillis\":([0-9.E-]+),\"latestWakeUpMillis\":([0-9.E-]+)}\n");

    /** Long enough for the first to sleep until the last has started, even on a busy machine. */
    @ParameterizedTest
    @FieldSource("KINDS")
    void allAreAliveAtOnce(String kind) throws Exception {
        long began = System.nanoTime();
        var program = Program.run(List.of(), kind, "50", "2000");
        double tookMillis = (System.nanoTime() - began) / 1e6;
        assertThat(program.stderr()).isEmpty();
        assertThat(program.exitCode()).isZero();
        var line = LINE.matcher(program.stdout());
        assertThat(line.matches()).as(program.stdout()).isTrue();
        double startMillis = Double.parseDouble(line.group(1));
        double lateMillis = Double.parseDouble(line.group(2));
        assertThat(startMillis).isBetween(0.0, tookMillis - 2000);
        assertThat(lateMillis).isBetween(0.0, tookMillis - 2000);
    }

    @ParameterizedTest
    @FieldSource("KINDS")
    void oneThatDoesNotSleep(String kind) throws Exception {
        var program = Program.run(List.of(), kind, "1", "0");
        assertThat(program.exitCode()).isZero();
        assertThat(program.stdout()).startsWith("{\"tasks\":1,\"started\":1,\"mostAlive\":1,");
    }

    @ParameterizedTest
    @FieldSource("KINDS")
    void thoseThatWarmItUpAreNotCounted(String kind) throws Exception {
        var program = Program.run(List.of("-Dsleep.warmup=1500"), kind, "50", "2000");
        assertThat(program.exitCode()).isZero();
        assertThat(program.stdout()).matches(LINE);
    }

    /** Stacks of 1 GB in an address space of 24 GB: any user may lower that limit for one process. */
    @Test
    void aThreadThatIsRefusedEndsInALineThatSaysSo() throws Exception {
        var program = Program.runLimited(
                "ulimit -v 24000000",
                List.of("-Xmx64m", "-Xss1g", "-XX:+UseSerialGC", "-Xlog:disable", "-Xlog:all=warning:stderr"),
                "threads",
                "1000000",
                "300");
        assertThat(program.stdout())
                .matches("\\{\"tasks\":1000000,\"started\":[1-9]\\d?,\"mostAlive\":\\d\\d?,\"startMillis\":[0-9.E-]+,"
                        + "\"failure\":\"unable to create native thread: [^\"]*\"}\n");
        assertThat(program.exitCode()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "virtual 1 | there are 2 arguments; it must be three: one of "
                        + "[threads, virtual, kilim-sleep, kilim-timer], N, MILLIS",
                "virtual 1 1 1 | there are 4 arguments; it must be three: one of "
                        + "[threads, virtual, kilim-sleep, kilim-timer], N, MILLIS",
                "fibers 1 1 | the kind is 'fibers'; it must be one of [threads, virtual, kilim-sleep, kilim-timer]",
                "virtual 0 1 | N is '0'; it must be a whole number from 1 to 2000000000",
                "virtual 1k 1 | N is '1k'; it must be a whole number from 1 to 2000000000",
                "virtual 2000000001 1 | N is '2000000001'; it must be a whole number from 1 to 2000000000",
                "virtual 1 -1 | MILLIS is '-1'; it must be a whole number from 0 to 2000000000",
                "virtual 1 99999999999999999999 | MILLIS is '99999999999999999999'; "
                        + "it must be a whole number from 0 to 2000000000",
            })
    void wrongArgumentsAreNamed(String words, String message) throws Exception {
        var program = Program.run(List.of(), words.split(" "));
        assertThat(program.exitCode()).isEqualTo(2);
        assertThat(program.stderr()).isEqualTo("sleep-java: " + message + "\n");
        assertThat(program.stdout()).isEmpty();
    }
}
