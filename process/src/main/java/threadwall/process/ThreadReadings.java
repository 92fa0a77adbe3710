package threadwall.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import threadwall.process.proc.KernelMemory;
import threadwall.process.proc.ProcessStatus;
import threadwall.record.ThreadRecord.Moment;
import threadwall.record.ThreadRecord.ThreadReading;

/** Reads what the threads of a process take, from outside, while it starts them. */
public final class ThreadReadings {

    /** While threads start, memory is read after each tenth of them. */
    private static final int TENTHS = 10;

    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    /** All threads are there when there are as many as asked for, and no more start for so long. */
    private static final Duration QUIET = Duration.ofSeconds(1);

    /** How long no thread may start before all are there. */
    private static final Duration NO_PROGRESS = Duration.ofSeconds(30);

    private final int asked;
    private final Progress progress;
    private final List<ThreadReading> readings = new ArrayList<>();
    private long own;
    private long started;
    private long most;
    private long grewLast;
    private long tenths;

    /**
     * @param asked threads to be started
     * @param progress shows how many there are
     */
    public ThreadReadings(int asked, Progress progress) {
        this.asked = asked;
        this.progress = progress;
    }

    /** All that were taken, in the order of time. */
    public List<ThreadReading> all() {
        return List.copyOf(readings);
    }

    /**
     * Reads the process at rest before it starts the threads, or one like it.
     *
     * @return its threads; empty when it has exited
     */
    public OptionalLong readOwn(long pid) throws InterruptedException {
        boolean atRest = settle(pid);
        if (!read(pid, Moment.OWN, 0, atRest)) {
            return OptionalLong.empty();
        }
        own = readings.getLast().threads();
        return OptionalLong.of(own);
    }

    /** The threads are about to be started. */
    public void begin() {
        started = System.nanoTime();
        grewLast = started;
    }

    /**
     * Looks once, and reads memory when another tenth of the threads has been started. Time counts from the last look
     * that saw no more threads than before.
     *
     * @return threads of the process now; empty when it has exited
     */
    public OptionalLong look(long pid) {
        var now = threads(pid);
        if (now.isEmpty()) {
            return now;
        }
        if (now.getAsLong() <= own) {
            begin();
        }
        if (now.getAsLong() > most) {
            most = now.getAsLong();
            grewLast = System.nanoTime();
            progress.count("%,d threads".formatted(most));
        }
        long tenth = (most - own) * TENTHS / asked;
        if (tenth > tenths && tenth < TENTHS) {
            tenths = tenth;
            read(pid, Moment.STARTING, secondsUntil(grewLast), false);
        }
        return now;
    }

    /**
     * Looks until all threads are there, and reads the process at rest.
     *
     * @param least threads of the process with all of them; it may have more
     * @return why they are not there; empty when they are
     */
    public Optional<String> awaitAll(long pid, long least) throws InterruptedException {
        while (true) {
            if (look(pid).isEmpty()) {
                return Optional.of("the process exited when it had %,d threads".formatted(most));
            }
            var quiet = Duration.ofNanos(System.nanoTime() - grewLast);
            if (most >= least && quiet.compareTo(QUIET) > 0) {
                long before = most;
                boolean atRest = settle(pid);
                if (look(pid).isPresent() && most == before && read(pid, Moment.ALL, secondsUntil(grewLast), atRest)) {
                    return Optional.empty();
                }
            } else if (quiet.compareTo(NO_PROGRESS) > 0) {
                return Optional.of(("%,d threads and no more, instead of %,d: none was started for %d s;"
                                + " ./threadwall doctor --threads %d names the limit that is lowest now")
                        .formatted(most, least, NO_PROGRESS.toSeconds(), asked));
            }
            Thread.sleep(POLL_INTERVAL);
        }
    }

    private static OptionalLong threads(long pid) {
        return ProcessStatus.read(pid)
                .map(ProcessStatus::threads)
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }

    private double secondsUntil(long nanos) {
        return (nanos - started) / 1e9;
    }

    /** @return whether memory is at rest */
    private boolean settle(long pid) throws InterruptedException {
        progress.phase("waiting until memory is steady");
        boolean process = MemorySettling.ofProcess(() -> rssBytes(pid)).atRest();
        return MemorySettling.ofKernel().atRest() && process;
    }

    private static long rssBytes(long pid) {
        return ProcessStatus.read(pid).map(ProcessStatus::residentBytes).orElse(0L);
    }

    /** Counting maps holds up a process that starts threads, so that is done at rest. */
    private boolean read(long pid, Moment moment, double seconds, boolean atRest) {
        var maps = moment == Moment.STARTING ? null : ProcessStatus.maps(pid);
        var kernel = KernelMemory.read();
        var process = ProcessStatus.read(pid);
        process.ifPresent(status -> readings.add(new ThreadReading(
                moment,
                seconds,
                status.threads(),
                status.residentBytes(),
                maps,
                status.pageTableBytes(),
                kernel.kernelStackBytes(),
                kernel.slabBytes(),
                atRest)));
        return process.isPresent();
    }
}
