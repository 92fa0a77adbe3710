package threadwall.loadgen.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import threadwall.loadgen.plan.Refused;

class PlaceTest {

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://db:5432/x?user=me&password=secret, jdbc:postgresql://db:5432/x",
        "jdbc:postgresql://me:secret@db/x,                    jdbc:postgresql://db/x",
        "jdbc:postgresql://db/x,                              jdbc:postgresql://db/x"
    })
    void noPasswordIsShown(String url, String shown) throws Refused {
        assertThat(Place.of("postgres", url, null).text()).isEqualTo(shown);
    }

    @Test
    void aPostgresOfOursIsStartedWhereAFolderIsNamed() throws Refused {
        var ours = Place.of("postgres", null, Path.of("/data"));
        assertThat(ours.needsPostgres()).isTrue();
        assertThat(ours.options("jdbc:postgresql://started"))
                .containsExactly("--postgres", "jdbc:postgresql://started");
        var theirs = Place.of("postgres", "jdbc:postgresql://theirs", null);
        assertThat(theirs.needsPostgres()).isFalse();
        assertThat(theirs.options(null)).containsExactly("--postgres", "jdbc:postgresql://theirs");
    }

    /** The program of the store runs in the project's root. */
    @Test
    void aFolderIsMeantFromWhereItsUserIs() throws Refused {
        var embedded = Place.of("embedded", null, Path.of("mine"));
        assertThat(embedded.needsPostgres()).isFalse();
        assertThat(embedded.options(null))
                .containsExactly("--data", Path.of("mine").toAbsolutePath().toString());
    }
}
