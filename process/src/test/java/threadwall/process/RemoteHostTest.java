package threadwall.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.ClientHost;

class RemoteHostTest {

    private static final RemoteHost HERE = new RemoteHost(ClientHost.THIS_MACHINE);

    @TempDir
    private Path temporary;

    private Path script(String text) throws Exception {
        return Files.writeString(temporary.resolve("script.sh"), text);
    }

    @Test
    void aScriptIsReadFromHereAndItsOutputReturned() throws Exception {
        assertThat(HERE.run(script("printf %s \"${SSH_CONNECTION-none}\"")))
                .isEqualTo("none".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aScriptThatFailsIsQuoted() {
        assertThatThrownBy(() -> HERE.run(script("echo 'no such thing' >&2; exit 7")))
                .isInstanceOf(PreconditionException.class)
                .hasMessage("script.sh failed on localhost: no such thing");
    }

    @Test
    void aScriptThatHangsIsEnded() {
        assertThatThrownBy(() -> HERE.run(script("sleep infinity"), 1))
                .isInstanceOf(PreconditionException.class)
                .hasMessage("script.sh failed on localhost: it did not end in time");
    }
}
