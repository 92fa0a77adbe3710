package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatchLinesTest {

    private static List<String> words(String line) {
        return List.of(line.strip().split(" +"));
    }

    @Test
    void hasALineAProcessWithTheSameColumnsAlways() {
        var lines = WatchLines.of(Looks.at(0, Looks.spring(10_031, 9_988), Looks.ab()), ZoneOffset.UTC)
                .lines()
                .toList();
        assertThat(words(WatchLines.head()))
                .containsExactly(
                        "time",
                        "role",
                        "name",
                        "pid",
                        "port",
                        "threads",
                        "cpu%",
                        "rssMB",
                        "established",
                        "opening",
                        "fin-wait",
                        "close-wait",
                        "closed",
                        "age-s",
                        "time-wait",
                        "available-MB");
        assertThat(lines).hasSize(2);
        assertThat(words(lines.getFirst()))
                .containsExactly(
                        "04:05:06",
                        "server",
                        "spring-blocking",
                        "4242",
                        "8080",
                        "10031",
                        "98.1",
                        "1203.0",
                        "9988",
                        "3",
                        "0",
                        "12",
                        "0",
                        "4.2",
                        "3201",
                        "20331.0");
        assertThat(words(lines.getLast()))
                .containsExactly(
                        "04:05:06",
                        "client",
                        "ab",
                        "4300",
                        "-",
                        "1",
                        "-",
                        "30.0",
                        "-",
                        "-",
                        "-",
                        "-",
                        "-",
                        "-",
                        "3201",
                        "20331.0");
    }

    @Test
    void linesUpUnderItsHead() {
        var head = WatchLines.head();
        var line = WatchLines.of(Looks.at(0, Looks.spring(24, 0)), ZoneOffset.UTC);
        assertThat(line).hasSameSizeAs(head);
        assertThat(line.indexOf("24 ")).isEqualTo(head.indexOf("threads ") + "threads ".length() - "24 ".length());
    }

    @Test
    void isEmptyWhereNothingIs() {
        assertThat(WatchLines.of(Looks.at(0), ZoneOffset.UTC)).isEmpty();
    }
}
