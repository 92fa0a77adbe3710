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

    /** What is wrong, in words; empty when {@code /health} names that server and pid. */
    public static Optional<String> fault(URI url, String server, long pid) {
        try {
            var response = SingleRequest.get(url, "/health", TIMEOUT);
            var health = JSON.readTree(response.body());
            var name = health.path("server").asString("?");
            long answering = health.path("pid").asLong(-1);
            return response.status() == 200 && name.equals(server) && answering == pid
                    ? Optional.empty()
                    : Optional.of("%s is answered by %s with pid %d, not by the %s started as pid %d: end that process"
                            .formatted(url, name, answering, server, pid));
        } catch (IOException | JacksonException e) {
            return Optional.of("%s/health: %s".formatted(url, e.getMessage()));
        }
    }
}
