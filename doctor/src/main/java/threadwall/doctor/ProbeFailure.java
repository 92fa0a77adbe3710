package threadwall.doctor;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How counting up ended.
 *
 * @param errno the kernel's answer, by its name; {@code null} when none was seen
 * @param text what was seen, in one line
 */
record ProbeFailure(Kind kind, String errno, String text) {

    /** In whose words it ended. */
    enum Kind {
        /** The kernel refused one more, and the process lives on. */
        REFUSED,
        /** The JVM gave itself up. */
        ABORTED,
        /** A signal that nobody can catch: the OOM killer, or somebody. */
        KILLED,
        /** One more took too long. */
        SILENT,
        /** The probe's own time was over. */
        OUT_OF_TIME
    }

    /** The line of a JVM's error report (os_linux.cpp, since JDK 22) that counts its memory maps. */
    static final String MAPPINGS = "Total number of mappings: ";

    /** The line that counts its Java threads, which are all but three or four. */
    static final String JAVA_THREADS = "_java_thread_list=";

    private static final Pattern LENGTH = Pattern.compile("length=(\\d+)");
    private static final Pattern PTHREAD_ERRNO = Pattern.compile("pthread_create (?:failed )?\\((E[A-Z]+)\\)");
    private static final int SIGKILL = 128 + 9;

    /** The kernel refused a thread; a JVM logs the errno of pthread_create (os_linux.cpp) and throws without it. */
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

    /** The head of a JVM's error report, once it has begun to print one. */
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

    /** A child that is gone. */
    static ProbeFailure ofEnd(String who, int exitCode, List<String> printed) {
        if (exitCode == SIGKILL) {
            return new ProbeFailure(Kind.KILLED, null, who + " was killed by signal 9");
        }
        return ofReport(printed)
                .orElseGet(() -> new ProbeFailure(
                        Kind.ABORTED,
                        null,
                        "%s ended with exit code %d%s"
                                .formatted(who, exitCode, printed.isEmpty() ? "" : ": " + printed.getLast())));
    }

    /** Memory maps by the JVM's own error report; empty when it has none, or is not that far. */
    static Optional<Long> mappings(List<String> printed) {
        return printed.stream()
                .filter(line -> line.startsWith(MAPPINGS))
                .map(line -> Long.valueOf(line.substring(MAPPINGS.length()).strip()))
                .findFirst();
    }

    /** Java threads by the JVM's own error report, likewise. */
    static Optional<Long> javaThreads(List<String> printed) {
        return printed.stream()
                .filter(line -> line.startsWith(JAVA_THREADS))
                .map(LENGTH::matcher)
                .filter(Matcher::find)
                .map(match -> Long.valueOf(match.group(1)))
                .findFirst();
    }
}
