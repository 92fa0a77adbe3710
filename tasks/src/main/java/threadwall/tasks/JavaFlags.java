package threadwall.tasks;

import java.util.List;
import java.util.stream.Stream;
import threadwall.process.proc.KernelMemory;

/** The JVM flags of the Java programs, each with its reason. */
final class JavaFlags {

    /**
     * For every Java program. A JVM out of heap must exit at once, in whichever thread that happens; a core dump of gigabytes
     * helps nobody; and warnings about refused threads must leave standard output to the program's report.
     */
    private static final List<String> ALL = List.of(
            "-XX:+ExitOnOutOfMemoryError", "-XX:-CreateCoredumpOnCrash", "-Xlog:disable", "-Xlog:all=warning:stderr");

    /**
     * The collector with the least memory of its own; object headers of 8 bytes instead of 12; no file of performance
     * counters; and objects leave the young generation at their first collection, since all of them survive.
     */
    private static final List<String> SMALL_HEAP = List.of(
            "-XX:+UseSerialGC", "-XX:+UseCompactObjectHeaders", "-XX:-UsePerfData", "-XX:MaxTenuringThreshold=0");

    /**
     * No second compiler, which would work longest when the run is over; no archive of the JDK's classes, mapped in full.
     */
    private static final List<String> FEW_CLASSES = List.of("-XX:TieredStopAtLevel=1", "-Xshare:off");

    /** No set of all virtual threads, which only thread dumps need. */
    private static final String UNTRACKED = "-Djdk.trackAllThreads=false";

    /** Uncounted tasks first, so that compiling does not delay the counted ones. */
    private static final String WARMED_UP = "-Dsleep.warmup=50000";

    /**
     * Task.sleep hands each fiber from the timer's thread to the scheduler's; with one thread that queue is shorter.
     */
    private static final String ONE_THREAD = "-Dkilim.Scheduler.numThreads=1";

    /**
     * So many slots that no starting thread has to walk over sleeping ones ({@code FutexHash} in task-programs/sleep/java); the
     * program sets them by a call from Java to the C library.
     */
    private static final List<String> FUTEX_HASH =
            List.of("--enable-native-access=ALL-UNNAMED", "-Dsleep.futexSlots=65536");

    private static final long MEGABYTE = 1 << 20;

    private JavaFlags() {}

    /** A JVM with its defaults. */
    static List<String> plain(TaskWorkload workload, String files) {
        return command(files, List.of());
    }

    static List<String> threadsTuned(TaskWorkload workload, String files) {
        return command(files, both(SMALL_HEAP, FUTEX_HASH));
    }

    static List<String> virtualTuned(TaskWorkload workload, String files) {
        return command(
                files, both(both(SMALL_HEAP, List.of(UNTRACKED, WARMED_UP, "-Xmn16m")), heap(workload, 64, 1_050)));
    }

    static List<String> kilimSleepTuned(TaskWorkload workload, String files) {
        return command(files, both(both(fiber(), List.of(ONE_THREAD, "-Xmn16m")), heap(workload, 50, 450)));
    }

    static List<String> kilimTimerTuned(TaskWorkload workload, String files) {
        return command(files, both(both(fiber(), List.of("-Xmn4m")), heap(workload, 40, 260)));
    }

    private static List<String> fiber() {
        return both(SMALL_HEAP, FEW_CLASSES);
    }

    /**
     * A fixed heap for the live objects of each task and a base: a heap that may grow does so before it needs to. The young
     * generation (-Xmn) is small too, since all of its pages are touched.
     */
    private static List<String> heap(TaskWorkload workload, long baseMegabytes, long bytesPerTask) {
        long megabytes = baseMegabytes + Math.ceilDiv(bytesPerTask * workload.tasks(), 1_000_000);
        return List.of("-Xms" + megabytes + "m", "-Xmx" + megabytes + "m");
    }

    /**
     * Half of the memory that is available when the plan is made. Programs without a bound hold thousands of maps at once,
     * about a megabyte each. The default heap, a quarter of the machine, would end them; with all of the memory the kernel
     * would kill them.
     */
    static List<String> hashmap(TaskWorkload workload, String files) {
        return command(files, List.of(half(KernelMemory.read().availableBytes())));
    }

    private static String half(Long available) {
        // in steps of 256 MB, so that all programs of a run get the same
        long megabytes = available == null ? 2_048 : available / 2 / MEGABYTE / 256 * 256;
        return "-Xmx" + Math.max(256, megabytes) + "m";
    }

    /** Ends with the flags; the jar follows. The error report of a JVM that aborts goes to the run's folder. */
    private static List<String> command(String files, List<String> more) {
        return both(List.of("java"), both(ALL, both(List.of("-XX:ErrorFile=" + files + "/hs_err.log"), more)));
    }

    static List<String> jar(List<String> flags, String jar, String kind) {
        return both(flags, List.of("-jar", jar, kind));
    }

    private static List<String> both(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
