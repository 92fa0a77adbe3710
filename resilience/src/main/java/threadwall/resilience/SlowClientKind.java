package threadwall.resilience;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Ways to occupy connections at almost no cost to the client.
 *
 * @see <a href="https://github.com/shekyan/slowhttptest">slowhttptest</a>
 */
enum SlowClientKind {
    /** Slowloris: a header now and then, and never the last one. */
    HEADERS("slow headers", target -> List.of("-H", "-t", "GET", "-x", "24", "-u", target.json())),
    /** R-U-Dead-Yet: a large Content-Length, whose body is sent a few bytes at a time. */
    BODY("slow body", target -> List.of("-B", "-t", "POST", "-s", "8192", "-x", "10", "-u", target.json())),
    /** Large answers that are read a few bytes at a time, through a small receive window. */
    READ(
            "slow read",
            target ->
                    List.of("-X", "-w", "256", "-y", "512", "-n", "1", "-z", "16", "-k", "8", "-u", target.fortunes())),
    /** Half a head and then nothing, by our own client. */
    HALF_OPEN("half-open", null);

    /** @param seconds duration of the attack */
    record Target(String json, String fortunes, int connections, int seconds) {}

    static final String HALF_A_HEAD = "GET /json HTTP/1.1\r\nHost: threadwall\r\nX-Never";

    final String label;
    private final Function<Target, List<String>> options;

    SlowClientKind(String label, Function<Target, List<String>> options) {
        this.label = label;
        this.options = options;
    }

    /** The slowhttptest command; empty for our own client. */
    List<String> command(Target target) {
        if (options == null) {
            return List.of();
        }
        // opens all connections in a fifth of the time, and sends bytes on each every tenth of it
        int rate = Math.max(50, 5 * target.connections() / target.seconds());
        int interval = Math.max(1, target.seconds() / 10);
        var line = new ArrayList<>(List.of("slowhttptest", "-v", "1"));
        line.addAll(List.of("-c", String.valueOf(target.connections()), "-r", String.valueOf(rate)));
        line.addAll(List.of("-l", String.valueOf(target.seconds()), "-i", String.valueOf(interval), "-p", "5"));
        line.addAll(options.apply(target));
        return List.copyOf(line);
    }
}
