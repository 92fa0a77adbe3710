package threadwall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServeCommandTest {

    @Test
    void aFolderIsRelativeToTheCurrentOne() {
        var here = Path.of("").toAbsolutePath();
        assertThat(ServeCommand.absolute(List.of("--data", "mine", "--port", "1")))
                .containsExactly("--data", here.resolve("mine").toString(), "--port", "1");
        assertThat(ServeCommand.absolute(List.of("--data=mine"))).containsExactly("--data=" + here.resolve("mine"));
        assertThat(ServeCommand.absolute(List.of("--data", "/mine"))).containsExactly("--data", "/mine");
    }
}
