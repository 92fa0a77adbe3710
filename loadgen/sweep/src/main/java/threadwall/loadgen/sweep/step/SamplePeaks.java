package threadwall.loadgen.sweep.step;

import java.util.List;
import threadwall.record.Sample;

/** Maxima over samples, and the minimum of available memory; {@code null} for values that no sample has. */
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

    static SamplePeaks of(List<Sample> samples) {
        var peaks = new SamplePeaks();
        samples.forEach(peaks::add);
        return peaks;
    }

    private void add(Sample sample) {
        counts += sample.open() == null ? 0 : 1;
        threads = max(threads, sample.serverThreads());
        rssBytes = max(rssBytes, sample.serverRssBytes());
        pageTableBytes = max(pageTableBytes, sample.serverPageTableBytes());
        open = max(open, sample.open());
        established = max(established, sample.established());
        socketMemoryBytes = max(socketMemoryBytes, sample.socketMemoryBytes());
        kernelStackBytes = max(kernelStackBytes, sample.kernelStackBytes());
        memAvailableLowBytes = min(memAvailableLowBytes, sample.memAvailableBytes());
    }

    private static Long max(Long a, Long b) {
        return a == null ? b : b == null ? a : Long.valueOf(Math.max(a, b));
    }

    private static Long min(Long a, Long b) {
        return a == null ? b : b == null ? a : Long.valueOf(Math.min(a, b));
    }
}
