package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** PostgreSQL on a machine that has not run it yet: its binaries have to be unpacked first. */
@Timeout(120)
class FirstPostgresTest {

    @TempDir
    private Path folder;

    @Test
    void itIsUnpackedAndASweepDoesSoAgainWhereThatWasCutOff() throws Exception {
        serve();
        var unpacked = folder.resolve("cache/threadwall/postgres");
        try (var folders = Files.newDirectoryStream(unpacked, "PG-*")) {
            for (var one : folders) {
                Files.delete(one.resolve(".exists"));
                Files.delete(one.resolve("bin/postgres"));
            }
        }
        sweep();
    }

    private void serve() throws Exception {
        Home.path();
        var serve = withOwnCache(Cli.process(List.of("serve", "postgres"))).start();
        try (var out = serve.inputReader()) {
            assertThat(out.readLine()).startsWith("READY ");
            serve.toHandle().destroy(); // by the process itself it would close our end of its output, too
            assertThat(serve.waitFor()).isZero();
        } finally {
            serve.destroyForcibly();
        }
    }

    private ProcessBuilder withOwnCache(ProcessBuilder builder) {
        builder.environment().put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        return builder;
    }

    private void sweep() throws Exception {
        var sweep = Cli.process(List.of(
                "sweep",
                "--servers",
                "kilim",
                "--store",
                "postgres",
                "--route",
                "/fortunes",
                "--connections",
                "10",
                "--requests",
                "100",
                "--port",
                String.valueOf(Ports.free()),
                "--out",
                folder.resolve("run").toString()));
        var process = withOwnCache(sweep).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }
}
