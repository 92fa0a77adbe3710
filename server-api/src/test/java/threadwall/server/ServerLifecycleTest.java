package threadwall.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** In a real process, because exit codes, signals and streams are the contract. */
@Tag("slow")
class ServerLifecycleTest {

    @Test
    void saysReadyAndAfterSigtermFinishesAndSaysStopped() throws Exception {
        try (var server = ChildServer.start(TinyServer.class, "--port", "0", "--workers", "3")) {
            var ready = server.awaitLine("READY");
            assertThat(ready.propertyNames()).containsExactly("server", "model", "pid", "url", "store", "workers");
            assertThat(ready.get("pid").asLong()).isEqualTo(server.pid());
            assertThat(ready.get("store").asString()).isEqualTo("embedded");
            assertThat(ready.get("workers").asInt()).isEqualTo(3);

            var url = URI.create(ready.get("url").asString());
            try (var client = new Socket(url.getHost(), url.getPort())) {
                server.terminate();
                assertThat(client.getInputStream().read()).isEqualTo('!');
            }
            var stopped = server.awaitLine("STOPPED");
            assertThat(stopped.toString())
                    .isEqualTo("{\"server\":\"tiny\",\"pid\":%d,\"requests\":1,\"handlerPeak\":1}"
                            .formatted(server.pid()));
            var ended = server.awaitEnd();
            assertThat(ended.exitCode()).isZero();
            assertThat(ended.stdout()).isEmpty();
        }
    }

    @Test
    void aServerThatDoesNotStopIsLeft() throws Exception {
        try (var server = ChildServer.start(TinyServer.class, "--port", "0")) {
            server.awaitLine("READY");
            server.terminate(); // no client ever connects, so stop() never returns
            server.awaitLine("STOPPED");
            assertThat(server.awaitEnd().exitCode()).isZero();
        }
    }

    @Test
    void aPortInUseIsTheEnvironmentsFault() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            var port = taken.getLocalPort();
            var ended = ChildServer.run(TinyServer.class, "--port", "" + port);
            assertThat(ended.exitCode()).isEqualTo(4);
            assertThat(ended.stderr())
                    .endsWith(("tiny: port %d on 127.0.0.1 is in use; choose another with --port,"
                                    + " or end what listens there (ss -ltnp 'sport = :%d')\n")
                            .formatted(port, port));
            assertThat(ended.stdout()).isEmpty();
        }
    }

    @Test
    void anAddressOfAnotherMachineIsTheEnvironmentsFault() throws Exception {
        var ended = ChildServer.run(TinyServer.class, "--port", "0", "--host", "192.0.2.1");
        assertThat(ended.exitCode()).isEqualTo(4);
        assertThat(ended.stderr()).contains("tiny: cannot listen on port 0 of 192.0.2.1");
    }

    @Test
    void aNameThatNobodyKnowsIsTheEnvironmentsFault() throws Exception {
        var ended = ChildServer.run(TinyServer.class, "--port", "0", "--host", "nobody.invalid");
        assertThat(ended.exitCode()).isEqualTo(4);
        assertThat(ended.stderr())
                .endsWith("tiny: no address is known for the name 'nobody.invalid';"
                        + " give --host an address of this machine\n");
    }

    @Test
    void aSilentStoreIsTheEnvironmentsFault() throws Exception {
        var ended = ChildServer.run(
                TinyServer.class, "--store", "postgres", "--postgres", "jdbc:postgresql://127.0.0.1:1/x");
        assertThat(ended.exitCode()).isEqualTo(4);
        assertThat(ended.stderr()).endsWith("tiny: nobody there,; ask again\n");
    }

    @Test
    void anyOtherFailureIsOneLineToo() throws Exception {
        var ended = ChildServer.run(TinyServer.class, "--workers", "13");
        assertThat(ended.exitCode()).isEqualTo(1);
        assertThat(ended.stderr()).endsWith("tiny: did not start: java.io.IOException: no luck\n");
    }
}
