package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.record.WatchRecord.Watched;

class WatchTextTest {

    private static final String NOTHING = "nothing to watch yet";

    private static List<String> render(WatchHistory history, int columns, int rows, boolean unicode) {
        return WatchText.render(history, new WatchText.Screen(columns, rows, unicode, ZoneOffset.UTC), NOTHING);
    }

    private static WatchHistory ramp() {
        return Looks.history(
                Looks.at(0, Looks.spring(1_000, 0), Looks.ab()),
                Looks.at(1, Looks.spring(5_000, 4_000), Looks.ab()),
                Looks.at(2, Looks.spring(10_031, 9_988), Looks.ab()));
    }

    @Test
    void showsFiguresAndTheirHistories() {
        assertThat(render(ramp(), 120, 30, true))
                .containsExactly(
                        "threadwall watch  04:05:08  sampling takes 0.4 % of a core  connections counted 4 s ago",
                        "TIME_WAIT 3,201   socket buffers MB 12   kernel stacks MB 45   available MB 20,331",
                        "",
                        "name              pid  port  threads                connections                CPU %                RSS MB",
                        "spring-blocking  4242  8080   10,031           ▂▄█        9,988           ▁▄█     98           ███   1,203           ███",
                        "    12 close-wait, 3 syn-recv",
                        "ab               4300              1           ███                                                      30           ███");
    }

    @Test
    void isAsciiWhereTheTerminalIsNot() {
        var lines = render(ramp(), 120, 30, false);
        assertThat(String.join("", lines)).matches("[ -~]*").contains(".~#");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20, 40, 79, 80, 99, 120, 200, 400})
    void keepsToTheWidthAndDropsHistoriesForIt(int columns) {
        var lines = render(ramp(), columns, 30, true);
        assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(columns));
        if (columns >= 80) {
            assertThat(lines.get(4))
                    .startsWith("spring-blocking  4242  8080   10,031 ")
                    .contains(" 9,988 ", "1,203");
        }
    }

    @Test
    void keepsToTheHeight() {
        var processes =
                IntStream.range(0, 50).mapToObj(i -> Looks.named("n" + i)).toArray(Watched[]::new);
        var lines = render(Looks.history(Looks.at(0, processes)), 80, 20, true);
        assertThat(lines).hasSize(20);
        assertThat(lines.getLast()).isEqualTo("85 more lines");
    }

    @Test
    void saysWhatToDoWhereNothingIs() {
        assertThat(render(Looks.history(Looks.at(0)), 80, 20, true))
                .startsWith("threadwall watch  04:05:06")
                .endsWith(NOTHING);
        assertThat(render(new WatchHistory(), 80, 20, true)).isEmpty();
    }

    @Test
    void aProcessUnderTheSamePidHasAHistoryOfItsOwn() {
        var before = Looks.named("one");
        var after = new Watched(77, 2, "two", before.role(), List.of(), 1, null, null, 0, null, null, null);
        var line = render(Looks.history(Looks.at(0, before), Looks.at(1, after)), 120, 20, false)
                .get(4);
        assertThat(line).startsWith("two").containsOnlyOnce("#");
    }

    @Test
    void aNameCannotSteerTheTerminal() {
        var hostile = Looks.named("a\u001b[2J\nb c\u202e<script>é");
        assertThat(render(Looks.history(Looks.at(0, hostile)), 80, 20, true).get(4))
                .startsWith("a?[2J?b?c?<script>?   77");
        assertThat(WatchLines.of(Looks.at(0, hostile), ZoneOffset.UTC)).hasLineCount(1);
    }
}
