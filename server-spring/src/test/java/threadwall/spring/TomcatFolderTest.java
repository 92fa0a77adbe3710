package threadwall.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.Globals;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.tomcat.TomcatWebServer;
import picocli.CommandLine;
import threadwall.server.ChildServer;
import threadwall.server.RequestCounter;
import threadwall.server.ServerOptions;
import threadwall.server.StoreKind;

/** What is left of Tomcat's temporary folder, and which folders Tomcat looks into. */
@Tag("slow")
class TomcatFolderTest {

    @TempDir
    private Path directory;

    @Test
    void aServerHasNone() throws Exception {
        try (var server = ChildServer.startIn(
                directory, SpringServer.class, "--model=deferred", "--port=0", "--store=embedded")) {
            var url = URI.create(server.awaitLine("READY").get("url").asString());
            assertNoneOfTomcat(directory.resolve("tmp"));
            try (var client = new RawConnection(url)) {
                assertThat(client.ask("HTTP/1.1", "GET", "/json2").body())
                        .isEqualTo("{\"message\":\"Hello, World! 0\"}");
            }
            assertNoneOfTomcat(directory.resolve("tmp"));
        }
    }

    @Test
    void noFolderIsTakenForDocuments() {
        var options = CommandLine.populateCommand(new ServerOptions(), "--port", "0");
        var server = RunningSpring.start(
                ConcurrencyModel.DEFERRED,
                StoreKind.EMBEDDED,
                options,
                TomcatOptionsTest.options(),
                new RequestCounter());
        try {
            assertThat(System.getProperty(Globals.CATALINA_HOME_PROP)).isNull();
            var tomcat = ((TomcatWebServer) server.context().getWebServer()).getTomcat();
            assertThat(tomcat.getHost().findChildren())
                    .singleElement()
                    .isInstanceOfSatisfying(
                            Context.class,
                            context -> assertThat(context.getDocBase()).isNull());
        } finally {
            server.stop();
        }
    }

    @Test
    void aStartThatFailsLeavesNone() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            var ended = ChildServer.runWith(
                    directory, SpringServer.class, "--model=deferred", "--port=" + taken.getLocalPort());
            assertThat(ended.exitCode()).isEqualTo(4);
        }
        assertNoneOfTomcat(directory);
    }

    @Test
    void noPlaceForItIsTheEnvironmentsFault() throws Exception {
        var none = directory.resolve("none");
        var ended = ChildServer.runWith(
                none, SpringServer.class, "--model=deferred", "--port=0", "--data=" + directory.resolve("data"));
        assertThat(ended.stderr())
                .contains("spring-deferred: cannot create a temporary folder in " + none
                        + " (NoSuchFileException); make it writable, or name another with -Djava.io.tmpdir");
        assertThat(ended.exitCode()).isEqualTo(4);
    }

    private static void assertNoneOfTomcat(Path temporary) {
        assertThat(temporary)
                .isDirectoryNotContaining(
                        entry -> entry.getFileName().toString().contains("tomcat"));
    }
}
