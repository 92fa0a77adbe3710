package threadwall.probes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import threadwall.probes.ProbeFailure.Kind;

/** What JDK 25.0.3 prints, as recorded on Linux 6.18. */
class ProbeFailureTest {

    private static final List<String> REFUSED = List.of(
            "[0.087s][warning][os,thread] Failed to start thread \"Unknown thread\" - pthread_create failed (EAGAIN) for"
                    + " attributes: stacksize: 1024k, guardsize: 0k, detached.",
            "[0.087s][warning][os,thread] Failed to start the native thread for java.lang.Thread \"p\"");

    private static final List<String> REPORT = List.of(
            "OpenJDK 64-Bit Server VM warning: INFO: os::commit_memory(0x00007f753e400000, 16384, 0) failed; error='Not"
                    + " enough space' (errno=12)",
            "#",
            "# There is insufficient memory for the Java Runtime Environment to continue.",
            "# Native memory allocation (mmap) failed to map 16384 bytes. Error detail: committing reserved memory.",
            "# Possible reasons:",
            "_java_thread_list=0x00007f75c0529880, length=693, elements={",
            "Total number of mappings: 65532");

    @Test
    void theErrnoOfAThreadStandsInTheLog() {
        var failure = ProbeFailure.ofThread("unable to create native thread", REFUSED);
        assertThat(failure.kind()).isEqualTo(Kind.REFUSED);
        assertThat(failure.errno()).isEqualTo("EAGAIN");
        assertThat(ProbeFailure.ofThread("unable to create native thread", List.of())
                        .errno())
                .isNull();
    }

    @Test
    void anAbortIsKnownByItsReport() {
        assertThat(ProbeFailure.ofReport(REPORT))
                .contains(new ProbeFailure(
                        Kind.ABORTED,
                        "ENOMEM",
                        "the JVM aborted: Native memory allocation (mmap) failed to map 16384 bytes. Error detail:"
                                + " committing reserved memory."));
        assertThat(ProbeFailure.mappings(REPORT)).contains(65_532L);
        assertThat(ProbeFailure.javaThreads(REPORT)).contains(693L);
        assertThat(ProbeFailure.ofReport(REPORT.subList(0, 3)))
                .as("not yet all of it")
                .isEmpty();
        assertThat(ProbeFailure.ofReport(REFUSED)).isEmpty();
        assertThat(ProbeFailure.mappings(REFUSED)).isEmpty();
    }

    @Test
    void anEndIsASignalAReportOrACode() {
        assertThat(ProbeFailure.ofEnd("the JVM", 137, List.of()).kind()).isEqualTo(Kind.KILLED);
        assertThat(ProbeFailure.ofEnd("the JVM", 1, REPORT))
                .isEqualTo(ProbeFailure.ofReport(REPORT).orElseThrow());
        assertThat(ProbeFailure.ofEnd("the JVM", 3, List.of("help")).text())
                .isEqualTo("the JVM ended with exit code 3: help");
    }

    @ParameterizedTest
    @CsvSource({
        "Too many open files, EMFILE",
        "Too many open files in system, ENFILE",
        "Cannot assign requested address, EADDRNOTAVAIL",
        "Read timed out,",
    })
    void errnosOfSockets(String message, String errno) {
        assertThat(SocketErrno.of(message)).isEqualTo(errno);
    }
}
