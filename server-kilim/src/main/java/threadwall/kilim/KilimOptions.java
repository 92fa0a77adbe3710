package threadwall.kilim;

import java.time.Duration;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import threadwall.kilim.connection.Bounds;
import threadwall.kilim.connection.Bounds.Timeouts;
import threadwall.kilim.http.HttpBounds;
import threadwall.kilim.io.Transports;

/** The options of this server alone: its transport, and what bounds a client. */
final class KilimOptions {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9})(ms|s|m)");

    /** A day: what the loops' clock can tell apart is 24. */
    private static final Duration LONGEST = Duration.ofDays(1);

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    private Transports transport;
    private int requestLine;
    private int head;
    private int headers;
    private int body;
    private int connections = Bounds.DEFAULT.connections();
    private int pipeline;
    private Duration idle;
    private Duration headTime;
    private Duration bodyTime;
    private Duration writeTime;

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            description = "epoll, nio, or auto: epoll where it works, else nio (default: ${DEFAULT-VALUE}).",
            defaultValue = "auto")
    void transport(String value) {
        try {
            transport = Transports.named(value);
        } catch (IllegalArgumentException e) {
            throw wrong("--transport " + e.getMessage());
        }
    }

    @Option(
            names = "--max-request-line",
            paramLabel = "BYTES",
            description = "Longest request line; above: 414 (default: ${DEFAULT-VALUE}).",
            defaultValue = "8192")
    void requestLine(int value) {
        requestLine = between("--max-request-line", value, 64, 1 << 20);
    }

    @Option(
            names = "--max-head",
            paramLabel = "BYTES",
            description = "Request line and header fields together; above: 431 (default: ${DEFAULT-VALUE}).",
            defaultValue = "16384")
    void head(int value) {
        head = between("--max-head", value, 64, 1 << 20);
    }

    @Option(
            names = "--max-headers",
            paramLabel = "N",
            description = "Header fields of a request; above: 431 (default: ${DEFAULT-VALUE}).",
            defaultValue = "100")
    void headers(int value) {
        headers = between("--max-headers", value, 1, 1 << 16);
    }

    @Option(
            names = "--max-body",
            paramLabel = "BYTES",
            description = "Content of a request; above: 413 (default: ${DEFAULT-VALUE}).",
            defaultValue = "65536")
    void body(int value) {
        body = between("--max-body", value, 0, 1 << 30);
    }

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            description = "Connections at once; others wait in the accept queue (default: as many as descriptors).")
    void connections(int value) {
        connections = between("--max-connections", value, 1, Integer.MAX_VALUE);
    }

    @Option(
            names = "--max-pipeline",
            paramLabel = "N",
            description = "Requests of a connection answered in a row before others have their turn"
                    + " (default: ${DEFAULT-VALUE}).",
            defaultValue = "64")
    void pipeline(int value) {
        pipeline = between("--max-pipeline", value, 1, 1 << 20);
    }

    @Option(
            names = "--idle-time",
            paramLabel = "TIME",
            description = "How long a connection may wait for a request, such as 500ms, 30s, 2m; then it is closed"
                    + " (default: ${DEFAULT-VALUE}).",
            defaultValue = "60s")
    void idle(String value) {
        idle = duration("--idle-time", value);
    }

    @Option(
            names = "--head-time",
            paramLabel = "TIME",
            description = "From a request's first byte to the end of its header fields; then 408"
                    + " (default: ${DEFAULT-VALUE}).",
            defaultValue = "30s")
    void headTime(String value) {
        headTime = duration("--head-time", value);
    }

    @Option(
            names = "--body-time",
            paramLabel = "TIME",
            description = "From the end of a request's header fields to the end of its body; then 408"
                    + " (default: ${DEFAULT-VALUE}).",
            defaultValue = "30s")
    void bodyTime(String value) {
        bodyTime = duration("--body-time", value);
    }

    @Option(
            names = "--write-time",
            paramLabel = "TIME",
            description =
                    "Until the client has taken an answer in full; then it is cut off (default: ${DEFAULT-VALUE}).",
            defaultValue = "30s")
    void writeTime(String value) {
        writeTime = duration("--write-time", value);
    }

    Transports transport() {
        return transport;
    }

    Bounds bounds() {
        return new Bounds(
                new HttpBounds(requestLine, head, headers, body),
                connections,
                pipeline,
                new Timeouts(idle, headTime, bodyTime, writeTime, Timeouts.DEFAULT.linger()));
    }

    private int between(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw wrong(option + " must be from " + least + " to " + most + ", not " + value);
        }
        return value;
    }

    private Duration duration(String option, String text) {
        var parts = DURATION.matcher(text);
        if (parts.matches()) {
            long number = Long.parseLong(parts.group(1));
            var duration =
                    switch (parts.group(2)) {
                        case "ms" -> Duration.ofMillis(number);
                        case "s" -> Duration.ofSeconds(number);
                        default -> Duration.ofMinutes(number);
                    };
            if (duration.isPositive() && duration.compareTo(LONGEST) <= 0) {
                return duration;
            }
        }
        throw wrong(option + " must be a time up to a day, such as 500ms, 30s or 2m, not '" + text + "'");
    }

    private ParameterException wrong(String problem) {
        return new ParameterException(command.commandLine(), problem);
    }
}
