package threadwall.kilim;

import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import threadwall.kilim.HealthReader.Health;
import threadwall.kilim.http.HttpStatus;
import threadwall.kilim.http.Response;
import threadwall.kilim.http.Response.Text;
import threadwall.server.Answer;
import threadwall.store.PendingResult;

/**
 * The answers to an operator and his programs. None is counted as a request.
 *
 * @param ready false from the moment that the server is to stop
 * @param metrics as text of OpenMetrics
 */
record OperatorRoutes(HealthReader health, BooleanSupplier ready, Supplier<String> metrics) {
    static final String READY = "/ready";
    static final String METRICS = "/metrics";

    private record Ready(boolean ready) {}

    /** Whether the process works; it does so until its end. */
    PendingResult<Health> readHealth() {
        return health.read();
    }

    /** Whether a load balancer should send it requests. */
    Response answerReady() {
        return ready.getAsBoolean()
                ? Response.ok(new Ready(true))
                : Response.unavailable(new Answer.Refusal("the server is about to stop"));
    }

    Response answerMetrics() {
        return Response.of(HttpStatus.OK, new Text(ServerMetrics.CONTENT_TYPE, metrics.get()));
    }
}
