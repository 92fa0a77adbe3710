package threadwall.kilim.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the constants of {@link Libc} and its neighbours against the headers of a C compiler for each architecture.
 * Nothing is run: a wrong constant does not compile.
 */
class StructLayoutTest {
    private static final String HEADERS = """
            #define _GNU_SOURCE
            #include <errno.h>
            #include <stddef.h>
            #include <linux/io_uring.h>
            #include <sys/epoll.h>
            #include <sys/eventfd.h>
            #include <sys/mman.h>
            #include <sys/syscall.h>
            #include <sys/socket.h>
            #include <netinet/in.h>
            #include <netinet/tcp.h>
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"x86_64", "aarch64"})
    void holdAgainstTheCompilersHeaders(String arch) throws Exception {
        var event = EpollEvent.of(arch);
        var source = HEADERS
                + holds("sizeof(struct epoll_event)", event.size())
                + holds("offsetof(struct epoll_event, events)", 0)
                + holds("offsetof(struct epoll_event, data)", event.data())
                + holds("sizeof(struct sockaddr_in)", SocketAddress.IN_SIZE)
                + holds("offsetof(struct sockaddr_in, sin_port)", SocketAddress.PORT)
                + holds("offsetof(struct sockaddr_in, sin_addr)", SocketAddress.IN_ADDRESS)
                + holds("sizeof(struct sockaddr_in6)", SocketAddress.IN6_SIZE)
                + holds("offsetof(struct sockaddr_in6, sin6_port)", SocketAddress.PORT)
                + holds("offsetof(struct sockaddr_in6, sin6_addr)", SocketAddress.IN6_ADDRESS)
                + holds("offsetof(struct sockaddr_in6, sin6_scope_id)", SocketAddress.IN6_SCOPE)
                + holds("sizeof(struct io_uring_params)", Uring.PARAMS)
                + holds("offsetof(struct io_uring_params, features)", Uring.FEATURES)
                + holds("offsetof(struct io_uring_params, sq_off)", Uring.SQ_OFF)
                + holds("offsetof(struct io_uring_params, cq_off)", Uring.CQ_OFF)
                + holds("sizeof(struct io_uring_sqe)", Uring.SQE)
                + holds("offsetof(struct io_uring_sqe, addr)", Uring.SQE_ADDRESS)
                + holds("offsetof(struct io_uring_sqe, len)", Uring.SQE_LENGTH)
                + holds("offsetof(struct io_uring_sqe, msg_flags)", Uring.SQE_FLAGS)
                + holds("offsetof(struct io_uring_sqe, accept_flags)", Uring.SQE_FLAGS)
                + holds("offsetof(struct io_uring_sqe, poll32_events)", Uring.SQE_FLAGS)
                + holds("offsetof(struct io_uring_sqe, user_data)", Uring.SQE_TAG)
                + holds("sizeof(struct io_uring_cqe)", Uring.CQE)
                + holds("offsetof(struct io_uring_cqe, res)", Uring.CQE_RESULT)
                + holds("offsetof(struct io_uring_cqe, flags)", Uring.CQE_FLAGS)
                + holds("sizeof(struct io_uring_buf_reg)", ReceiveBuffers.REGISTRATION)
                + holds("offsetof(struct io_uring_buf_reg, ring_entries)", ReceiveBuffers.REGISTRATION_ENTRIES)
                + holds("sizeof(struct io_uring_buf)", ReceiveBuffers.ENTRY)
                + holds("offsetof(struct io_uring_buf, len)", ReceiveBuffers.ENTRY_LENGTH)
                + holds("offsetof(struct io_uring_buf, bid)", ReceiveBuffers.ENTRY_NUMBER)
                + holds("offsetof(struct io_uring_buf_ring, tail)", ReceiveBuffers.TAIL)
                + constants(Libc.class, "")
                + constants(Uring.class, "IO")
                + constants(ReceiveBuffers.class, "IORING_");
        assertThat(compile(arch, source)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"x86_64", "aarch64"})
    void theCompilerSaysNo(String arch) throws Exception {
        var wrong = holds("sizeof(struct epoll_event)", EpollEvent.of(arch).size() + 4);
        assertThat(compile(arch, HEADERS + wrong)).contains("static assertion failed");
    }

    private static String holds(String expression, int value) {
        return "_Static_assert(" + expression + " == " + value + ", \"" + expression + "\");\n";
    }

    /** The class's constants that begin so have their C names. */
    private static String constants(Class<?> type, String beginning) {
        return Arrays.stream(type.getDeclaredFields())
                .filter(field -> field.getType() == int.class && Modifier.isStatic(field.getModifiers()))
                .filter(field -> field.getName().startsWith(beginning))
                .map(field -> {
                    try {
                        return holds("(int) " + field.getName(), field.getInt(null)); // EPOLLET is the sign bit
                    } catch (IllegalAccessException e) {
                        throw new AssertionError(e);
                    }
                })
                .collect(Collectors.joining());
    }

    /** The compiler's messages; empty if all is right. */
    private String compile(String arch, String source) throws IOException, InterruptedException {
        boolean here = EpollEvent.of(arch) == EpollEvent.HERE;
        var compiler = here ? "cc" : arch + "-linux-gnu-gcc";
        assumeTrue(here || isOnPath(compiler), "there is no " + compiler);
        var file = Files.writeString(folder.resolve("layout.c"), source);
        var process = new ProcessBuilder(compiler, "-fsyntax-only", file.toString())
                .redirectErrorStream(true)
                .start();
        var said = new String(process.getInputStream().readAllBytes());
        process.waitFor();
        return said;
    }

    private static boolean isOnPath(String program) {
        return Arrays.stream(System.getenv("PATH").split(":"))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }
}
