package threadwall.kilim.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kernels and containers where io_uring does not work. */
class UringUnavailableTest {
    /** Whose io_uring_setup(2) fails. */
    private static UringTransport refused(int errno) throws IOException {
        return new UringTransport(arena -> new Refusing(arena, errno));
    }

    private static final class Refusing extends Libc {
        private final int errno;

        Refusing(Arena arena, int errno) {
            super(arena);
            this.errno = errno;
        }

        @Override
        int uringSetup(int entries, MemorySegment params) {
            return -errno;
        }
    }

    /** A kernel before Linux 6.12, whose features have no shorter time-out. */
    private static final class Older extends Libc {
        Older(Arena arena) {
            super(arena);
        }

        @Override
        int uringSetup(int entries, MemorySegment params) {
            int result = super.uringSetup(entries, params);
            params.set(java.lang.foreign.ValueLayout.JAVA_INT, Uring.FEATURES, 0x7fff);
            return result;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 'io_uring is forbidden, by the sysctl kernel.io_uring_disabled or a filter of system calls'",
        "22, 'io_uring of Linux 6.12 is needed'",
        "38, 'this kernel has no io_uring, or a filter of system calls hides it'"
    })
    void saysWhy(int errno, String reason) {
        assertThatThrownBy(() -> refused(errno))
                .isInstanceOf(TransportKind.Unavailable.class)
                .hasMessageStartingWith("--transport uring does not work here: " + reason);
    }

    @Test
    void isNotBlamedForADescriptorThatIsMissing() {
        assertThatThrownBy(() -> refused(24))
                .isNotInstanceOf(TransportKind.Unavailable.class)
                .hasMessage("io_uring_setup: Too many open files");
    }

    @Test
    void isNotUsedBeforeLinux612() {
        assumeTrue(Transports.hasUring());
        assertThatThrownBy(() -> new UringTransport(Older::new))
                .isInstanceOf(TransportKind.Unavailable.class)
                .hasMessageContaining("Linux 6.12");
    }

    @Test
    @ResourceLock(Resources.SYSTEM_ERR)
    void epollServesInstead() throws IOException {
        var stderr = System.err;
        var said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true));
        try (var transport = TransportKind.orElse(() -> refused(1), TransportKind.EPOLL)) {
            assertThat(transport.name()).isEqualTo("epoll");
        } finally {
            System.setErr(stderr);
        }
        assertThat(said.toString())
                .startsWith("kilim: --transport uring does not work here: ")
                .endsWith("; using --transport epoll instead\n");
    }
}
