package threadwall.loadgen.sweep.step;

import threadwall.record.Sample;

/** The most of everything that was seen, the least of memory available; {@code null} where nothing was. */
final class SamplePeaks {

    Long threads;
    Long rssBytes;
    Long pageTableBytes;
    Long open;
    Long established;
    Long socketMemoryBytes;
    Long kernelStackBytes;
    Long memAvailableLowBytes;

    /** How often the connections were counted. */
    int counts;

    void add(Sample seen) {
        counts += seen.open() == null ? 0 : 1;
        threads = max(threads, seen.serverThreads());
        rssBytes = max(rssBytes, seen.serverRssBytes());
        pageTableBytes = max(pageTableBytes, seen.serverPageTableBytes());
        open = max(open, seen.open());
        established = max(established, seen.established());
        socketMemoryBytes = max(socketMemoryBytes, seen.socketMemoryBytes());
        kernelStackBytes = max(kernelStackBytes, seen.kernelStackBytes());
        memAvailableLowBytes = min(memAvailableLowBytes, seen.memAvailableBytes());
    }

    private static Long max(Long a, Long b) {
        return a == null ? b : b == null ? a : Long.valueOf(Math.max(a, b));
    }

    private static Long min(Long a, Long b) {
        return a == null ? b : b == null ? a : Long.valueOf(Math.min(a, b));
    }
}
