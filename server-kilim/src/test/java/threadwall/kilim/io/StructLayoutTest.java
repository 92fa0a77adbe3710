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
            #include <sys/epoll.h>
            #include <sys/eventfd.h>
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
                + constants();
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

    /** Libc's constants have their C names. */
    private static String constants() {
        return Arrays.stream(Libc.class.getDeclaredFields())
                .filter(field -> field.getType() == int.class && Modifier.isStatic(field.getModifiers()))
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
