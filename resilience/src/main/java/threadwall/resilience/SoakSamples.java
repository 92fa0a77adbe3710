package threadwall.resilience;

import java.io.Closeable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The server of a soak once a second, into {@code soak.csv}. */
final class SoakSamples implements Closeable {

    static final String FILE = "soak.csv";

    private final PrintWriter csv;
    private final long start = System.nanoTime();
    private final List<Long> rss = new ArrayList<>();

    SoakSamples(Path folder) throws IOException {
        csv = new PrintWriter(Files.newBufferedWriter(folder.resolve(FILE), StandardCharsets.UTF_8), true);
        csv.println("millis,rssBytes,descriptors,connections,threads,cpuSeconds,requests,wrong");
    }

    /** Looks at the server; the connections that it holds now. */
    int look(ServerUnderTest victim, SoakStats tally) throws IOException {
        var stat = victim.stat();
        int connections = victim.connections();
        rss.add(stat.rssBytes());
        csv.printf(
                "%d,%d,%d,%d,%d,%.2f,%d,%d%n",
                (System.nanoTime() - start) / 1_000_000,
                stat.rssBytes(),
                victim.descriptors(),
                connections,
                stat.threads(),
                stat.cpuSeconds(),
                tally.requests(),
                tally.wrong());
        return connections;
    }

    /** VmRSS in bytes, a sample a second. */
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
