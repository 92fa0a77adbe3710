package threadwall.resilience;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Ways to hold connections for next to nothing.
 *
 * @see <a href="https://github.com/shekyan/slowhttptest">slowhttptest</a>
 */
enum SlowAttack {
    /** Slowloris: header fields, one now and then, and never the last. */
    HEADERS("slow headers", asked -> List.of("-H", "-t", "GET", "-x", "24", "-u", asked.json())),
    /** R-U-Dead-Yet: a long Content-Length, whose body comes in drops. */
    BODY("slow body", asked -> List.of("-B", "-t", "POST", "-s", "8192", "-x", "10", "-u", asked.json())),
    /** A large answer, or many, of which a few bytes are taken now and then, through a small window. */
    READ(
            "slow read",
            asked -> List.of("-X", "-w", "256", "-y", "512", "-n", "1", "-z", "16", "-k", "8", "-u", asked.fortunes())),
    /** Half a head and then nothing: our own client. */
    HALF_OPEN("half-open", null);

    /** @param seconds of the attack */
    record Target(String json, String fortunes, int connections, int seconds) {}

    static final String HALF_A_HEAD = "GET /json HTTP/1.1\r\nHost: threadwall\r\nX-Never";

    final String label;
    private final Function<Target, List<String>> options;

    SlowAttack(String label, Function<Target, List<String>> options) {
        this.label = label;
        this.options = options;
    }

    /** The slowhttptest that does it; empty for our own client. */
    List<String> tool(Target target) {
        if (options == null) {
            return List.of();
        }
        // all connections within a fifth of the time; some bytes on each every tenth of it
        int rate = Math.max(50, 5 * target.connections() / target.seconds());
        int interval = Math.max(1, target.seconds() / 10);
        var line = new ArrayList<>(List.of("slowhttptest", "-v", "1"));
        line.addAll(List.of("-c", String.valueOf(target.connections()), "-r", String.valueOf(rate)));
        line.addAll(List.of("-l", String.valueOf(target.seconds()), "-i", String.valueOf(interval), "-p", "5"));
        line.addAll(options.apply(target));
        return List.copyOf(line);
    }
}
