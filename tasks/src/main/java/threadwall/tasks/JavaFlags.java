package threadwall.tasks;

import java.util.List;
import java.util.stream.Stream;
import threadwall.process.proc.KernelMemory;

/** The flags of the rows that are JVMs, each with its reason. */
final class JavaFlags {

    /**
     * Of every row. Out of heap a JVM is to end at once, in whatever thread that is; nobody wants a core of gigabytes; and
     * its warnings, of threads that it did not get, are to leave standard output to the program's own line.
     */
    private static final List<String> ALL = List.of(
            "-XX:+ExitOnOutOfMemoryError", "-XX:-CreateCoredumpOnCrash", "-Xlog:disable", "-Xlog:all=warning:stderr");

    /** Kilim takes its fields' offsets from Unsafe, of which JDK 25 warns. */
    private static final String UNSAFE = "--sun-misc-unsafe-memory-access=allow";

    /**
     * The collector with the least of its own; headers of 8 bytes instead of 12; no file of counters; and what lives is moved
     * out of the young generation at once, since all of it will live on.
     */
    private static final List<String> SMALL = List.of(
            "-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders", "-XX:-UsePerfData", "-XX:MaxTenuringThreshold=0");

    /** No second compiler, which works longest when it is all over; no archive of the JDK's classes, mapped in full. */
    private static final List<String> FEW_CLASSES = List.of("-XX:TieredStopAtLevel=1", "-Xshare:off");

    /** No set of all virtual threads, which is kept for those that look at them. */
    private static final String UNTRACKED = "-Djdk.trackAllThreads=false";

    /** Tasks that are not counted, before: what is compiled meanwhile does not hold up those that are. */
    private static final String WARMED_UP = "-Dsleep.warmup=50000";

    /** Task.sleep hands each fiber from the timer's thread to the scheduler's: with one there is less of a queue between. */
    private static final String ONE_THREAD = "-Dkilim.Scheduler.numThreads=1";

    /**
     * Slots enough that no thread that starts has to walk those that sleep ({@code FutexHash} in runtimes/sleep/java), by a
     * call from Java to the C library.
     */
    private static final List<String> FUTEX_HASH =
            List.of("--enable-native-access=ALL-UNNAMED", "-Dsleep.futexSlots=65536");

    private static final long MEGABYTE = 1 << 20;

    private JavaFlags() {}

    /** A JVM as it comes. */
    static List<String> plain(TaskWorkload work, String files) {
        return line(files, List.of());
    }

    static List<String> kilim(TaskWorkload work, String files) {
        return line(files, List.of(UNSAFE));
    }

    static List<String> threadsTuned(TaskWorkload work, String files) {
        return line(files, both(SMALL, FUTEX_HASH));
    }

    static List<String> virtualTuned(TaskWorkload work, String files) {
        return line(files, both(both(SMALL, List.of(UNTRACKED, WARMED_UP, "-Xmn16m")), heap(work, 64, 1_050)));
    }

    static List<String> kilimSleepTuned(TaskWorkload work, String files) {
        return line(files, both(both(fiber(), List.of(ONE_THREAD, "-Xmn16m")), heap(work, 50, 450)));
    }

    static List<String> kilimTimerTuned(TaskWorkload work, String files) {
        return line(files, both(both(fiber(), List.of("-Xmn4m")), heap(work, 40, 260)));
    }

    private static List<String> fiber() {
        return both(List.of(UNSAFE), both(SMALL, FEW_CLASSES));
    }

    /**
     * What lives of each task, and the rest of it: a heap that may grow does so ahead of what it needs. The pages of a young
     * generation (-Xmn) are touched in full, so that it is small as well.
     */
    private static List<String> heap(TaskWorkload work, long megabytesOfItsOwn, long bytesOfATask) {
        long megabytes = megabytesOfItsOwn + Math.ceilDiv(bytesOfATask * work.tasks(), 1_000_000);
        return List.of("-Xms" + megabytes + "m", "-Xmx" + megabytes + "m");
    }

    /**
     * Half of the memory that is there when the plan is made. Rows that hold nobody back have thousands of maps at once,
     * about a megabyte each: the default of a quarter of the machine would end them, and all of the memory would have the
     * kernel end them instead.
     */
    static List<String> hashmap(TaskWorkload work, String files) {
        return line(files, List.of(half(KernelMemory.read().availableBytes())));
    }

    static List<String> kilimHashmap(TaskWorkload work, String files) {
        return both(hashmap(work, files), List.of(UNSAFE));
    }

    private static String half(Long available) {
        // in steps of 256 MB, so that the rows of a run have the same
        long megabytes = available == null ? 2_048 : available / 2 / MEGABYTE / 256 * 256;
        return "-Xmx" + Math.max(256, megabytes) + "m";
    }

    /** Ends with the flags, the jar comes behind; the report of a JVM that aborts goes to the run, not where it runs. */
    private static List<String> line(String files, List<String> more) {
        return both(List.of("java"), both(ALL, both(List.of("-XX:ErrorFile=" + files + "/hs_err.log"), more)));
    }

    static List<String> jar(List<String> flags, String jar, String kind) {
        return both(flags, List.of("-jar", jar, kind));
    }

    private static List<String> both(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
