package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

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
}
