package threadwall.loadgen.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Whether the server that answers is the one that was started, and no stale one that holds the same port. */
public final class ServerIdentity {

    private static final JsonMapper JSON = new JsonMapper();
    private static final int TIMEOUT_MILLIS = 10_000;

    private ServerIdentity() {}

    /** What is wrong, in words; empty when {@code /health} names that server and pid. */
    public static Optional<String> fault(URI url, String server, long pid) {
        try (var exchange = HttpExchange.open(
                url, InetAddress.getByName(AnswerVerifier.VERIFIER_SOURCE), HttpVersion.HTTP_1_1, TIMEOUT_MILLIS)) {
            var answer = exchange.get("/health", false);
            var health = JSON.readTree(answer.body());
            var name = health.path("server").asString("?");
            long answering = health.path("pid").asLong(-1);
            return answer.status() == 200 && name.equals(server) && answering == pid
                    ? Optional.empty()
                    : Optional.of("%s is answered by %s with pid %d, not by the %s started as pid %d: end that process"
                            .formatted(url, name, answering, server, pid));
        } catch (IOException | JacksonException e) {
            return Optional.of("%s/health: %s".formatted(url, e.getMessage()));
        }
    }
}
