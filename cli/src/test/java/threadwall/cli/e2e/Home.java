package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import threadwall.loadgen.plan.Servers;

/** The project's root, with the jars that a sweep starts. */
final class Home {

    private Home() {}

    static Path path() {
        var home = Path.of(System.getProperty("threadwall.home")).normalize();
        for (var server : Servers.values()) {
            if (!server.jvm()) {
                continue; // needs a compiler: asked for by the tests of it
            }
            assertThat(home.resolve(server.program()))
                    .as("built by mvn verify at the root (mvn test is too early: no jars yet)")
                    .exists();
        }
        return home;
    }

    /** The same with the server in C, which is built here; without a compiler the test is skipped. */
    static Path withNative() throws IOException, InterruptedException {
        var home = path();
        var build = new ProcessBuilder(home.resolve("peers/c/build.sh").toString())
                .redirectErrorStream(true)
                .start();
        var said = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assumeTrue(build.waitFor() == 0, "no C compiler: " + said);
        return home;
    }
}
