package threadwall.kilim;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import threadwall.server.LimitsInForce;

/**
 * How many connections this process has descriptors for. As many as it has open at its start stay in reserve: a database's
 * connection that is lost may linger beside its successor.
 */
final class DescriptorBudget {
    private static final Path OPEN = Path.of("/proc/self/fd");

    /** For files that are open for a moment. */
    private static final int SPARE = 32;

    private DescriptorBudget() {}

    /** Call it when all is open but the connections. */
    static int connections() throws IOException {
        if (!Files.isDirectory(OPEN)) {
            return Integer.MAX_VALUE;
        }
        try (var open = Files.list(OPEN)) {
            return connections(LimitsInForce.read().nofileSoft(), open.count());
        }
    }

    /** @param nofile null = unlimited */
    static int connections(Long nofile, long open) {
        if (nofile == null) {
            return Integer.MAX_VALUE;
        }
        long left = nofile - open;
        return (int) Math.clamp(Math.max(left - open - SPARE, left / 2), 1, Integer.MAX_VALUE);
    }
}
