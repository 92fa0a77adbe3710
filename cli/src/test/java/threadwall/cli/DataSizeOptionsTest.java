package threadwall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import threadwall.process.PreconditionException;

/** Where the data are of a sweep that is gone on with. */
class DataSizeOptionsTest {

    @TempDir
    private Path folder;

    private static DataSizeOptions goOn(List<String> now, String... then) throws PreconditionException {
        var options = new DataSizeOptions();
        new CommandLine(options).parseArgs(now.toArray(String[]::new));
        options.goOn(List.of(then));
        return options;
    }

    @Test
    void theDataAreWhereTheRunHasThem() throws PreconditionException {
        var name = folder.toString();
        assertThat(goOn(List.of(), "sweep", "--route=/db2", "--data-size=50%", "--data", name, "--profile")
                        .folder())
                .isEqualTo(folder);
        assertThat(goOn(List.of(), "sweep", "--data-size", "50%", "--data=" + name)
                        .folder())
                .isEqualTo(folder);
        assertThat(goOn(List.of(), "sweep", "--data-size", "50%").folder()).isNull();
    }

    @Test
    void anotherFolderCanBeNamed() throws PreconditionException {
        assertThat(goOn(List.of("--data=" + folder), "sweep", "--data=gone").folder())
                .isEqualTo(folder);
    }

    @Test
    void aFolderThatIsNotThereIsNotBegunAnew() {
        var gone = folder.resolve("gone");
        assertThatThrownBy(() -> goOn(List.of(), "sweep", "--data=" + gone))
                .hasMessage("the run kept its data in " + gone
                        + ", which does not exist or is not a folder; name the data folder with --data");
    }
}
