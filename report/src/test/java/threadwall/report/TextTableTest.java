package threadwall.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {

    private static final List<RowColumns> COLUMNS =
            List.of(RowColumns.SERVER, RowColumns.CONCURRENCY, RowColumns.RATE, RowColumns.REMARKS);

    @Test
    void linesUpNumbersAtTheirEndAndNamesAtTheirStart() {
        var rows = List.of(
                List.of("spring-blocking", "1,000", "8,500", ""),
                List.of("kilim", "40,000", "22,800 (21,600–24,000)", "sharded over 3; client-bound"),
                List.of("mine", "1,000", "", ""));
        assertThat(new TextTable(COLUMNS, rows).render()).isEqualTo("""
                server           connections              requests/s
                spring-blocking        1,000                   8,500
                kilim                 40,000  22,800 (21,600–24,000)
                    sharded over 3; client-bound
                mine                   1,000
                """);
    }

    @Test
    void isItsTitlesWhenThereIsNothingYet() {
        assertThat(new TextTable(COLUMNS, List.of()).render()).isEqualTo("server  connections  requests/s\n");
    }
}
