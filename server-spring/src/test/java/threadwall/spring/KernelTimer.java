package threadwall.spring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The kernel's timer for a connection of a server here (proc_net_tcp.txt, "tr tm->when").
 *
 * @param kind 2 is keepalive
 * @param seconds until it ends
 */
record KernelTimer(long kind, double seconds) {

    private static final double USER_HZ = 100;

    static KernelTimer of(int clientPort) throws IOException {
        var peer = ":%04X".formatted(clientPort);
        for (var file : new String[] {"tcp", "tcp6"}) {
            for (var line : Files.readAllLines(Path.of("/proc/net", file))) {
                var columns = line.strip().split("\\s+");
                if (columns[2].endsWith(peer) && columns[3].equals("01")) {
                    var timer = columns[5].split(":");
                    return new KernelTimer(Long.parseLong(timer[0], 16), Long.parseLong(timer[1], 16) / USER_HZ);
                }
            }
        }
        throw new AssertionError("no connection of " + peer);
    }
}
