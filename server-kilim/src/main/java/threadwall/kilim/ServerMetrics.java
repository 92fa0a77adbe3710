package threadwall.kilim;

import java.util.List;
import java.util.Locale;
import threadwall.kilim.connection.SharedState;
import threadwall.kilim.connection.Worker;
import threadwall.server.RequestCounter;

/**
 * A server's counters as text of <a href="https://prometheus.io/docs/specs/om/open_metrics_spec/">OpenMetrics 1.0</a>. What
 * they cost is paid by those who read them.
 */
final class ServerMetrics {
    static final String CONTENT_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private static final double NANOS_PER_SECOND = 1e9;

    private final RequestCounter counter;
    private final List<Worker> workers;

    ServerMetrics(RequestCounter counter, List<Worker> workers) {
        this.counter = counter;
        this.workers = workers;
    }

    String text(SharedState shared) {
        var text = new MetricFamilies();
        text.gauge("connections", "Open connections.").sample(shared.open().count());
        text.gauge("connections_limit", "The most connections that may be open.")
                .sample(shared.open().most());
        text.gauge("held_bytes", "Bytes of requests that have not arrived and of responses that have not been read.")
                .sample(shared.memory().bytes());
        text.gauge("handler_requests", "Requests in the handler.").sample(counter.inHandler());
        text.gauge("handler_requests_peak", "The most requests in the handler at once.")
                .sample(counter.handlerPeak());
        text.counter("requests", "Valid requests of the routes that are measured.")
                .sample("_total", counter.requests());
        text.counter("refused", "Requests refused, by status, and connections ended by the server, by reason.");
        shared.refusals().forEach((reason, count) -> text.sample("_total{reason=\"" + reason + "\"}", count));
        text.gauge("loop_lag_seconds", "How late a loop came to its timeouts, within the last second.");
        for (int i = 0; i < workers.size(); i++) {
            double seconds = workers.get(i).lagNanos() / NANOS_PER_SECOND;
            text.sample("{loop=\"" + i + "\"}", String.format(Locale.ROOT, "%.6f", seconds));
        }
        return text.end();
    }

    /** Families of metrics, each followed by its samples. */
    private static final class MetricFamilies {
        private final StringBuilder text = new StringBuilder();
        private String family;

        MetricFamilies gauge(String name, String help) {
            return family(name, "gauge", help);
        }

        MetricFamilies counter(String name, String help) {
            return family(name, "counter", help);
        }

        private MetricFamilies family(String name, String type, String help) {
            family = "kilim_" + name;
            text.append("# TYPE " + family + " " + type + "\n");
            text.append("# HELP " + family + " " + help + "\n");
            return this;
        }

        void sample(Object value) {
            sample("", value);
        }

        void sample(String suffixAndLabels, Object value) {
            text.append(family + suffixAndLabels + " " + value + "\n");
        }

        String end() {
            return text.append("# EOF\n").toString();
        }
    }
}
