package threadwall.store.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class EmbeddedWorldTableTest extends WorldTableTest {

    @Override
    WorldTable open() {
        return EmbeddedWorldTable.open(folder.resolve("store"));
    }

    @Test
    void whoOnlyAsksMakesNoFile() {
        try (var table = open()) {
            table.read();
            table.users();
            assertThat(table.size()).isEqualTo(new WorldTable.Size(0, null));
            table.trial(10);
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void itsSizeIsThatOfItsFile() throws Exception {
        WorldTable.Size size;
        try (var table = open()) {
            table.begin();
            table.append(1, 100_000);
            size = table.size();
            try (var files = Files.walk(folder)) {
                assertThat(files.filter(Files::isRegularFile)
                                .mapToLong(EmbeddedWorldTableTest::bytes)
                                .sum())
                        .isEqualTo(size.table());
            }
        }
    }

    private static long bytes(Path file) {
        return file.toFile().length();
    }
}
