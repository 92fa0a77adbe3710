package threadwall.loadgen.http;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Checks that the server that answers is the one that was started, not a stale process on the same port. */
public final class ServerIdentity {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private ServerIdentity() {}

    /**
     * What is wrong, in words; empty when {@code /health} names that server and pid.
     *
     * @param transport that it must name, too; null = any or none
     */
    public static Optional<String> fault(URI url, String server, String transport, long pid) {
        try {
            var response = SingleRequest.get(url, "/health", TIMEOUT);
            var health = JSON.readTree(response.body());
            var name = health.path("server").asString("?");
            long answering = health.path("pid").asLong(-1);
            if (response.status() != 200 || !name.equals(server) || answering != pid) {
                return Optional.of("%s is answered by %s with pid %d, not by the %s started as pid %d: end that process"
                        .formatted(url, name, answering, server, pid));
            }
            var used = health.path("transport").asString("?");
            return transport == null || transport.equals(used)
                    ? Optional.empty()
                    : Optional.of("%s runs on %s, because %s does not work here: its standard error says why"
                            .formatted(server, used, transport));
        } catch (IOException | JacksonException e) {
            return Optional.of("%s/health: %s".formatted(url, e.getMessage()));
        }
    }
}
