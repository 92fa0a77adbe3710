package threadwall.kilim;

import java.io.IOException;
import java.time.Duration;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import threadwall.kilim.connection.AccessLog;
import threadwall.kilim.connection.ConnectionLimits;
import threadwall.kilim.connection.ConnectionLimits.Timeouts;
import threadwall.kilim.http.HttpLimits;
import threadwall.kilim.io.TransportKind;
import threadwall.server.CommandLines;
import threadwall.server.EnvironmentException;

/** The options that only this server has: its transport, and the limits of a client. */
final class KilimOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            description =
                    "epoll, nio, uring (io_uring of Linux 6.12, or else epoll), or auto: epoll where it works, else nio"
                            + " (default: ${DEFAULT-VALUE}).",
            defaultValue = "auto")
    private String transport;

    @Option(
            names = "--max-request-line",
            paramLabel = "BYTES",
            description = "Maximum request line; a longer one gets 414 (default: ${DEFAULT-VALUE}).",
            defaultValue = "8192")
    private int requestLine;

    @Option(
            names = "--max-head",
            paramLabel = "BYTES",
            description = "Maximum request line and header fields together; more get 431 (default: ${DEFAULT-VALUE}).",
            defaultValue = "16384")
    private int head;

    @Option(
            names = "--max-headers",
            paramLabel = "N",
            description = "Maximum header fields of a request; more get 431 (default: ${DEFAULT-VALUE}).",
            defaultValue = "100")
    private int headers;

    @Option(
            names = "--max-body",
            paramLabel = "BYTES",
            description = "Maximum body of a request; a longer one gets 413 (default: ${DEFAULT-VALUE}).",
            defaultValue = "65536")
    private int body;

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            description = "Connections at once; more take the places of idle ones, or wait in the accept queue"
                    + " (default: as many as there are descriptors, without a reserve, which no number exceeds).")
    private int connections = ConnectionLimits.DEFAULT.connections();

    @Option(
            names = "--max-memory",
            paramLabel = "BYTES",
            description =
                    "Held for all clients together: requests that have not arrived in full, and responses that have"
                            + " not been read; above: 503, or close (default: a quarter of the heap).")
    private long memory = ConnectionLimits.DEFAULT.memory();

    @Option(
            names = "--max-pipeline",
            paramLabel = "N",
            description = "Requests of one connection answered in a row before others get their turn"
                    + " (default: ${DEFAULT-VALUE}).",
            defaultValue = "64")
    private int pipeline;

    @Option(
            names = "--idle-time",
            paramLabel = "TIME",
            description = "Close a connection that is idle for this long, such as 500ms, 30s, 2m"
                    + " (default: ${DEFAULT-VALUE}).",
            defaultValue = "60s")
    private String idle;

    @Option(
            names = "--head-time",
            paramLabel = "TIME",
            description = "Time limit from a request's first byte to the end of its header fields; then 408"
                    + " (default: ${DEFAULT-VALUE}).",
            defaultValue = "30s")
    private String headTime;

    @Option(
            names = "--body-time",
            paramLabel = "TIME",
            description = "Time limit from the end of a request's header fields to the end of its body; then 408"
                    + " (default: ${DEFAULT-VALUE}).",
            defaultValue = "30s")
    private String bodyTime;

    @Option(
            names = "--write-time",
            paramLabel = "TIME",
            description =
                    "Close a connection whose client takes longer to read a response (default: ${DEFAULT-VALUE}).",
            defaultValue = "30s")
    private String writeTime;

    @Option(
            names = "--linger-time",
            paramLabel = "TIME",
            description = "Read past what a client sends behind its last answer, before the connection is closed"
                    + " (default: ${DEFAULT-VALUE}).",
            defaultValue = "2s")
    private String lingerTime;

    @Option(
            names = "--unready-time",
            paramLabel = "TIME",
            description = "At a stop, serve as before for this long while /ready says 503, so that a load balancer can"
                    + " look (default: none).")
    private String unreadyTime;

    @Option(
            names = "--drain-time",
            paramLabel = "TIME",
            description = "At a stop, let requests in progress finish for this long (default: ${DEFAULT-VALUE}).",
            defaultValue = "3s")
    private String drainTime;

    @Option(
            names = "--access-log",
            paramLabel = "FILE|-",
            description = "Append a line for each response to a file, or write it to standard output (default: none).")
    private String accessLog;

    /** @throws ParameterException if there is no transport of that name */
    TransportKind transport() {
        try {
            return TransportKind.named(transport);
        } catch (IllegalArgumentException e) {
            throw wrong("--transport " + e.getMessage());
        }
    }

    /**
     * Opens the access log; null if there is none.
     *
     * @throws EnvironmentException if the file cannot be opened
     */
    AccessLog accessLog() throws EnvironmentException {
        try {
            return accessLog == null ? null : AccessLog.open(accessLog);
        } catch (IOException e) {
            throw new EnvironmentException("--access-log cannot be written: " + e.getMessage(), e);
        }
    }

    /** @throws ParameterException if a number or a time is out of its range */
    ConnectionLimits limits() {
        return new ConnectionLimits(
                new HttpLimits(
                        between("--max-request-line", requestLine, 64, 1 << 20),
                        between("--max-head", head, 64, 1 << 20),
                        between("--max-headers", headers, 1, 1 << 16),
                        between("--max-body", body, 0, 1 << 30)),
                between("--max-connections", connections, 1, Integer.MAX_VALUE),
                between("--max-memory", memory, 2L * (head + body), Long.MAX_VALUE),
                between("--max-pipeline", pipeline, 1, 1 << 20),
                new Timeouts(
                        duration("--idle-time", idle),
                        duration("--head-time", headTime),
                        duration("--body-time", bodyTime),
                        duration("--write-time", writeTime),
                        duration("--linger-time", lingerTime)),
                unreadyTime == null ? Duration.ZERO : duration("--unready-time", unreadyTime),
                duration("--drain-time", drainTime));
    }

    private int between(String option, int value, int least, int most) {
        return (int) between(option, (long) value, least, most);
    }

    private long between(String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw wrong(option + " must be from " + least + " to " + most + ", not " + value);
        }
        return value;
    }

    private Duration duration(String option, String text) {
        return CommandLines.duration(command, option, text);
    }

    private ParameterException wrong(String problem) {
        return new ParameterException(command.commandLine(), problem);
    }
}
