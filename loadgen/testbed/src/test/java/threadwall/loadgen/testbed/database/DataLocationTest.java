package threadwall.loadgen.testbed.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import threadwall.process.PreconditionException;
import threadwall.process.cleanup.FolderLock;

class DataLocationTest {

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://db:5432/x?user=me&password=secret, jdbc:postgresql://db:5432/x",
        "jdbc:postgresql://me:secret@db/x,                    jdbc:postgresql://db/x",
        "jdbc:postgresql://db/x,                              jdbc:postgresql://db/x"
    })
    void noPasswordIsShown(String url, String shown) throws PreconditionException {
        assertThat(DataLocation.of("postgres", url, null).text()).isEqualTo(shown);
    }

    @Test
    void aPostgresIsStartedWhereAFolderIsNamed() throws PreconditionException {
        var owned = DataLocation.of("postgres", null, Path.of("/data"));
        assertThat(owned.needsPostgres()).isTrue();
        assertThat(owned.options("jdbc:postgresql://started"))
                .containsExactly("--postgres", "jdbc:postgresql://started");
        var external = DataLocation.of("postgres", "jdbc:postgresql://theirs", null);
        assertThat(external.needsPostgres()).isFalse();
        assertThat(external.options(null)).containsExactly("--postgres", "jdbc:postgresql://theirs");
    }

    /** The store's program runs in the project's root. */
    @Test
    void aFolderIsRelativeToTheCurrentOne() throws PreconditionException {
        var embedded = DataLocation.of("embedded", null, Path.of("mine"));
        assertThat(embedded.needsPostgres()).isFalse();
        assertThat(embedded.options(null))
                .containsExactly("--data", Path.of("mine").toAbsolutePath().toString());
    }

    @Test
    void aFolderHasToBeEmptyMissingOrAPostgresOfOurs(@TempDir Path temporary) throws Exception {
        var folder = temporary.resolve("data");
        var location = DataLocation.of("postgres", null, folder);
        location.requireUsable();
        assertThat(temporary).isEmptyDirectory();
        Files.createDirectory(folder);
        location.requireUsable();
        Files.createDirectory(folder.resolve("data"));
        assertThatThrownBy(location::requireUsable)
                .hasMessageStartingWith(folder + " contains files that do not belong");
        Files.writeString(folder.resolve("claim"), "of land");
        assertThatThrownBy(location::requireUsable)
                .hasMessageStartingWith(folder + " contains files that do not belong");
        Files.writeString(folder.resolve("claim"), "");
        location.requireUsable();
        try (var lock = FolderLock.of(folder)) {
            assertThatThrownBy(location::requireUsable)
                    .isInstanceOfSatisfying(
                            PreconditionException.class,
                            refused -> assertThat(refused.exitCode()).isEqualTo(4))
                    .hasMessage(
                            "a PostgreSQL already runs in " + folder + "; end it, or name another folder with --data");
        }
    }
}
