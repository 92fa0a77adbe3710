package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;
import static threadwall.report.TableColumn.left;
import static threadwall.report.TableColumn.right;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextTableTest {

    private static final List<TableColumn> COLUMNS = List.of(left("server"), right("connections"), right("requests/s"));

    @Test
    void linesUpNumbersAtTheirEndAndNamesAtTheirStart() {
        var rows = List.of(
                List.of("spring-blocking", "1,000", "8,500"),
                List.of("kilim", "40,000", "22,800 (21,600–24,000)"),
                List.of("mine", "1,000", ""));
        assertThat(new TextTable(COLUMNS, rows, List.of("a note")).text()).isEqualTo("""
                server           connections              requests/s
                spring-blocking        1,000                   8,500
                kilim                 40,000  22,800 (21,600–24,000)
                mine                   1,000

                a note
                """);
    }

    @Test
    void isItsTitlesWhenThereIsNothingYet() {
        assertThat(new TextTable(COLUMNS, List.of()).lines()).containsExactly("server  connections  requests/s");
    }

    @Test
    void linesUpAndWrapsTheLastColumn() {
        var rows = List.of(
                List.of("kernel.pid_max", "32,768", "set"),
                List.of("x", "8", "word ".repeat(20).strip()));
        assertThat(new TextTable(List.of(left("limit"), right("in force"), left("where")), rows).wrapped())
                .isEqualTo("""
                        limit           in force  where
                        kernel.pid_max    32,768  set
                        x                      8  word word word word word word word word word word word word word word
                                                  word word word word word word
                        """);
    }

    @Test
    void alignsInMarkdownToo() {
        var rows = List.of(List.of("a|b", "1", "2"));
        assertThat(new TextTable(COLUMNS, rows, List.of("one *note*", "another")).markdown())
                .isEqualTo("""
                        | server | connections | requests/s |
                        | --- | --: | --: |
                        | a\\|b | 1 | 2 |

                        one \\*note\\*

                        another
                        """);
    }

    @Test
    void aLongWordKeepsALineToItself() {
        assertThat(LineWrap.wrap("a " + "b".repeat(30) + " c d", 10)).containsExactly("a", "b".repeat(30), "c d");
        assertThat(LineWrap.wrap("", 10)).containsExactly("");
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
