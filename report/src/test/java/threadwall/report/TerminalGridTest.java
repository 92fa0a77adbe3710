package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalGridTest {

    @Test
    void linesUpAndWrapsTheLastColumn() {
        var rows = List.of(
                List.of("kernel.pid_max", "32,768", "set"),
                List.of("x", "8", "word ".repeat(20).strip()));
        assertThat(new TerminalGrid(List.of("limit", " in force", "where"), rows).render())
                .isEqualTo("""
                        limit           in force  where
                        kernel.pid_max    32,768  set
                        x                      8  word word word word word word word word word word word word word word
                                                  word word word word word word
                        """);
    }

    @Test
    void aLongWordKeepsALineToItself() {
        assertThat(TerminalGrid.wrap("a " + "b".repeat(30) + " c d", 10)).containsExactly("a", "b".repeat(30), "c d");
        assertThat(TerminalGrid.wrap("", 10)).containsExactly("");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "vm.max_map_count | vm.max_map_count",
                "pids.max of /sys/fs/cgroup/pids/a | pids.max of /sys/fs/cgroup/pids/a",
                "pids.max of /sys/fs/cgroup/user.slice/user-1000.slice | pids.max of …/user.slice/user-1000.slice",
                "memory.max of /sys/fs/cgroup/abcdefghijklmnopqrstuvwxyz0123456789 | memory.max of …lmnopqrstuvwxyz0123456789",
            })
    void namesAreCutWhereTheyTellLeast(String limit, String brief) {
        assertThat(LimitName.brief(limit)).isEqualTo(brief).hasSizeLessThanOrEqualTo(40);
    }

    @ParameterizedTest
    @CsvSource({"0,0", "'999999999','999,999,999'", "22658322432,22.7 G", "9223372036854775807,9.2 E", ",''"})
    void figuresAreShort(Long value, String brief) {
        assertThat(NumberFormat.brief(value)).isEqualTo(brief);
    }

    @Test
    void figuresOfARowHaveItsManner() {
        assertThat(NumberFormat.beside(22_658_322_432L, 41_341_911L)).isEqualTo("41.3 M");
        assertThat(NumberFormat.beside(22_658_322_432L, 12L)).isEqualTo("12");
        assertThat(NumberFormat.beside(65_530L, 41_341L)).isEqualTo("41,341");
        assertThat(NumberFormat.beside(65_530L, null)).isEmpty();
    }
}
