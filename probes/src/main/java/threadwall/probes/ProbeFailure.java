package threadwall.probes;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a probe ended.
 *
 * @param errno the kernel's answer to one more, by its name; {@code null} when none was seen
 * @param text what happened, in one line
 */
public record ProbeFailure(Kind kind, String errno, String text) {

    /** What ended it. */
    enum Kind {
        /** The kernel refused one more; the process survives. */
        REFUSED,
        /** The JVM aborted. */
        ABORTED,
        /** SIGKILL: from the OOM killer, or from another process. */
        KILLED,
        /** One more timed out. */
        SILENT,
        /** The probe's own time limit was over. */
        OUT_OF_TIME
    }

    /** The line of a JVM's error report (os_linux.cpp, since JDK 22) that counts its memory maps. */
    static final String MAPPINGS = "Total number of mappings: ";

    /** The line that counts its Java threads: all but three or four of its threads. */
    static final String JAVA_THREADS = "_java_thread_list=";

    private static final Pattern LENGTH = Pattern.compile("length=(\\d+)");
    private static final Pattern PTHREAD_ERRNO = Pattern.compile("pthread_create (?:failed )?\\((E[A-Z]+)\\)");
    private static final int SIGKILL = 128 + 9;

    /**
     * The kernel refused a thread. A JVM logs the errno of pthread_create (os_linux.cpp) and throws an error without it.
     */
    static ProbeFailure ofThread(String message, List<String> printed) {
        var errno = printed.stream()
                .map(PTHREAD_ERRNO::matcher)
                .filter(Matcher::find)
                .map(match -> match.group(1))
                .findFirst()
                .orElse(null);
        return new ProbeFailure(
                Kind.REFUSED,
                errno,
                "OutOfMemoryError: %s%s"
                        .formatted(message, errno == null ? "" : " (pthread_create: %s)".formatted(errno)));
    }

    /** The reason in a JVM's error report, once the JVM has begun to print one. */
    static Optional<ProbeFailure> ofReport(List<String> printed) {
        boolean begun = printed.stream()
                .anyMatch(line -> line.startsWith("# There is insufficient memory")
                        || line.startsWith("# A fatal error has been detected"));
        // "# Native memory allocation (mmap) failed to map 16384 bytes. Error detail: …"
        return printed.stream()
                .filter(line -> begun && (line.startsWith("# Native memory") || line.startsWith("#  SIG")))
                .findFirst()
                .map(line -> new ProbeFailure(
                        Kind.ABORTED,
                        printed.stream().anyMatch(any -> any.contains("(errno=12)")) ? "ENOMEM" : null,
                        "the JVM aborted: " + line.substring(1).strip()));
    }

    /** A child process that has ended. */
    static ProbeFailure ofEnd(String process, int exitCode, List<String> printed) {
        if (exitCode == SIGKILL) {
            return new ProbeFailure(Kind.KILLED, null, process + " was killed by signal 9");
        }
        return ofReport(printed)
                .orElseGet(() -> new ProbeFailure(
                        Kind.ABORTED,
                        null,
                        "%s ended with exit code %d%s"
                                .formatted(process, exitCode, printed.isEmpty() ? "" : ": " + printed.getLast())));
    }

    /** Memory maps in the JVM's own error report; empty when there is none, or not that far yet. */
    static Optional<Long> mappings(List<String> printed) {
        return printed.stream()
                .filter(line -> line.startsWith(MAPPINGS))
                .map(line -> Long.valueOf(line.substring(MAPPINGS.length()).strip()))
                .findFirst();
    }

    /** Java threads in the JVM's own error report; empty likewise. */
    static Optional<Long> javaThreads(List<String> printed) {
        return printed.stream()
                .filter(line -> line.startsWith(JAVA_THREADS))
                .map(LENGTH::matcher)
                .filter(Matcher::find)
                .map(match -> Long.valueOf(match.group(1)))
                .findFirst();
    }
}
