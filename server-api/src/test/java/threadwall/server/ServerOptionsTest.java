package threadwall.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class ServerOptionsTest {

    @Command(name = "probe", mixinStandardHelpOptions = true)
    private static final class Probe implements Callable<Integer> {
        @Mixin
        private ServerOptions options;

        private StoreKind store;

        @Override
        public Integer call() {
            store = options.store(StoreKind.POSTGRES, "no fiber here");
            return 0;
        }
    }

    /** A server that uses the embedded store by default. */
    @Command(name = "probe")
    private static final class InProcess implements Callable<Integer> {
        @Mixin
        private ServerOptions options;

        @Override
        public Integer call() {
            options.store(StoreKind.EMBEDDED);
            return 0;
        }
    }

    private final Probe probe = new Probe();
    private final StringWriter err = new StringWriter();
    private final StringWriter out = new StringWriter();

    private int run(String... arguments) {
        return CommandLines.of(probe)
                .setErr(new PrintWriter(err, true))
                .setOut(new PrintWriter(out, true))
                .execute(arguments);
    }

    @Test
    void defaults() {
        assertThat(run("--postgres", "jdbc:postgresql://h/d")).isZero();
        assertThat(probe.options.host()).isEqualTo("127.0.0.1");
        assertThat(probe.options.port()).isEqualTo(8080);
        assertThat(probe.options.workers(7)).isEqualTo(7);
        assertThat(probe.options.connections()).isEqualTo(10);
        assertThat(probe.options.data()).isEmpty();
        assertThat(probe.store).isEqualTo(StoreKind.POSTGRES);
    }

    @Test
    void anAddressMayHaveTheBracketsOfAUrl() {
        run("--postgres", "jdbc:postgresql://h/d", "--host", "[::1]");
        assertThat(probe.options.host()).isEqualTo("::1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --host=              | --host must be an address, such as 127.0.0.1
            --port=65536           | --port must be from 0 to 65535, not 65536
            --port=x               | Invalid value for option '--port': 'x' is not an int
            --workers=0            | --workers must be at least 1, not 0
            --db-connections=0     | --db-connections must be at least 1, not 0
            --postgres=h:5432      | --postgres must be a URL like jdbc:postgresql://
            --store=embedded       | --store embedded is not available here: no fiber here; use --store postgres
            --store=tape           | --store must be postgres, embedded or db4j, not 'tape'
            --store=postgres       | --store postgres needs --postgres jdbc:postgresql://
            --wrokers=1            | Unknown option: '--wrokers=1'
            """)
    void badValuesAreOneLineAndExitCode2(String argument, String reason) {
        assertThat(run(argument)).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("probe: ")
                .contains(reason)
                .endsWith(" (see --help)\n")
                .containsOnlyOnce("\n");
    }

    @Test
    void aFolderIsNoPlaceOfADatabase() {
        assertThat(run("--postgres", "jdbc:postgresql://h/d", "--data", "folder"))
                .isEqualTo(2);
        assertThat(err.toString())
                .startsWith("probe: --data is for the embedded store and db4j")
                .contains("'./threadwall serve postgres --data DIR'")
                .containsOnlyOnce("\n");
    }

    @Test
    void aDatabaseIsNoPlaceOfAStoreInTheProcess() {
        assertThat(CommandLines.of(new InProcess())
                        .setErr(new PrintWriter(err, true))
                        .execute("--postgres", "jdbc:postgresql://h/d?password=secret"))
                .isEqualTo(2);
        assertThat(err.toString())
                .startsWith(
                        "probe: --postgres needs the postgres store, but the store is embedded; add --store postgres")
                .doesNotContain("secret")
                .containsOnlyOnce("\n");
    }

    @Test
    void helpDescribesEveryOption() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString())
                .contains("--host=ADDRESS", "--port=N", "--workers=N", "--store=KIND", "--postgres=URL")
                .contains("--db-connections=N", "--data=DIR", "any free one (default:", "postgres, embedded or db4j");
    }
}
