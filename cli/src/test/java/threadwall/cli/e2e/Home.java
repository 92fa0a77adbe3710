package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import threadwall.loadgen.testbed.ServerCatalog;

/** The project's root, with the jars that a sweep starts. */
final class Home {

    private static final int ENVIRONMENT = 4;

    private Home() {}

    static Path path() {
        var home = Path.of(System.getProperty("threadwall.home")).normalize();
        for (var server : ServerCatalog.values()) {
            if (!server.jvm()) {
                continue; // needs a compiler: asked for by the tests of it
            }
            assertThat(home.resolve(server.program()))
                    .as("built by mvn verify at the root (mvn test is too early: no jars yet)")
                    .exists();
        }
        ClassArchive.makeOfSpring(home);
        return home;
    }

    /** Before Linux 6.6 there was no such setting. */
    private static boolean isUringAllowed() throws IOException {
        var disabled = Path.of("/proc/sys/kernel/io_uring_disabled");
        return !Files.exists(disabled) || Files.readString(disabled).strip().equals("0");
    }

    /** The same with the server in C. */
    static Path withNative() throws IOException, InterruptedException {
        return with(ServerCatalog.C_EPOLL);
    }

    /** The same with a server that may have to be built here; where its toolchain is missing the test is skipped. */
    static Path with(ServerCatalog server) throws IOException, InterruptedException {
        var home = path();
        assumeTrue(
                server != ServerCatalog.AXUM || Files.exists(home.resolve(server.program())),
                "axum takes minutes to build, so it is tested where somebody has: " + server.build());
        assumeTrue(server != ServerCatalog.C_URING || isUringAllowed(), "kernel.io_uring_disabled is not 0");
        if (!server.jvm()) {
            var build = new ProcessBuilder(server.build().split(" "))
                    .directory(home.toFile())
                    .redirectErrorStream(true)
                    .start();
            build.getOutputStream().close();
            var said = new String(build.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int code = build.waitFor();
            assumeTrue(code != ENVIRONMENT, said);
            assertThat(code).as(said).isZero();
        }
        return home;
    }
}
