package threadwall.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import threadwall.server.ChildServer;

/** Starts that must fail: one line, the right exit code, nothing on stdout. */
@Tag("slow")
class StartTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            --model=blocking --store=embedded | --store embedded is not available here: it is made for fibers
            --model=virtual --store=embedded  | --store embedded is not available here: it is made for fibers
            --model=deferred --processor-cache=-1 | --processor-cache must be at least 0, not -1; leave
            --model=deferred --idle-time=2d   | --idle-time must be a time up to a day, such as 500ms, 30s or 2m, not '2d'
            --model=deferred --store=postgres | --store postgres needs --postgres jdbc:postgresql://
            --model=blocking                  | --store postgres needs --postgres jdbc:postgresql://
            --model=green                     | --model must be blocking, virtual or deferred, not 'green'
            --port=1                          | Missing required option: '--model=MODEL'
            """)
    void badUsageIsExitCode2(String arguments, String reason) throws Exception {
        var ended = ChildServer.run(SpringServer.class, arguments.split(" "));
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.stderr()).contains(reason).hasLineCount(1);
        assertThat(ended.stdout()).isEmpty();
    }

    @Test
    void aPortInUseIsTheEnvironmentsFault() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            var port = "" + taken.getLocalPort();
            var ended = ChildServer.run(SpringServer.class, "--model=deferred", "--port", port);
            assertThat(ended.exitCode()).isEqualTo(4);
            assertThat(ended.stderr())
                    .startsWith("spring-deferred: port " + port + " on 127.0.0.1 is in use; choose another with --port")
                    .hasLineCount(1);
            assertThat(ended.stdout()).isEmpty();
        }
    }

    @Test
    void aSilentDatabaseIsTheEnvironmentsFault() throws Exception {
        try (var silent = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"))) {
            var address = "jdbc:postgresql://127.0.0.1:" + silent.getLocalPort() + "/postgres";
            var ended = ChildServer.run(
                    SpringServer.class, "--model=virtual", "--port=0", "--postgres", address + "?user=u&password=p");
            assertThat(ended.exitCode()).isEqualTo(4);
            assertThat(ended.stderr())
                    .startsWith("spring-virtual: the database at " + address + " does not answer")
                    .hasLineCount(1);
        }
    }
}
