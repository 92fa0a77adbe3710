package threadwall.resilience;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Samples of the server during a soak, which are written to {@code soak.csv}. */
final class SoakSamples implements Closeable {

    static final String FILE = "soak.csv";

    private final PrintWriter csv;
    private final long start = System.nanoTime();
    private final List<Long> rss = new ArrayList<>();

    SoakSamples(Path folder) throws IOException {
        csv = new PrintWriter(Files.newBufferedWriter(folder.resolve(FILE), StandardCharsets.UTF_8), true);
        csv.println("millis,rssBytes,descriptors,connections,threads,cpuSeconds,requests,wrong");
    }

    /** Takes a sample; returns the number of connections that the server holds. */
    int sample(ServerUnderTest server, SoakStats stats) throws IOException {
        var stat = server.stat();
        int connections = server.connections();
        rss.add(stat.rssBytes());
        csv.printf(
                "%d,%d,%d,%d,%d,%.2f,%d,%d%n",
                (System.nanoTime() - start) / 1_000_000,
                stat.rssBytes(),
                server.descriptors(),
                connections,
                stat.threads(),
                stat.cpuSeconds(),
                stats.requests(),
                stats.wrong());
        return connections;
    }

    /** VmRSS of each sample, in bytes. */
    List<Long> rss() {
        return List.copyOf(rss);
    }

    @Override
    public void close() throws IOException {
        csv.close();
        if (csv.checkError()) {
            throw new IOException("not all of " + FILE + " could be written; is the disk full?");
        }
    }
}
