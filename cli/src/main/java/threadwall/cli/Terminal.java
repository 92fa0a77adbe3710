package threadwall.cli;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.nio.charset.Charset;
import java.util.Optional;

/**
 * The terminal on standard output, and how large it is now: ioctl_tty(2), TIOCGWINSZ. {@code System.console()} knows
 * neither its size nor that standard output is one where standard input is not.
 *
 * @param columns at least 1
 * @param rows at least 1
 */
record Terminal(int columns, int rows) {

    private static final int STDOUT = 1;

    /** asm-generic/ioctls.h: x86, ARM, RISC-V, s390. On others (PowerPC) there is no terminal for us: plain lines. */
    private static final long TIOCGWINSZ = 0x5413;

    /** What a pseudo-terminal has that nobody gave a size. */
    private static final Terminal USUAL = new Terminal(80, 24);

    /** @return empty when standard output is a file, a pipe, … */
    static Optional<Terminal> ofStdout() {
        var linker = Linker.nativeLinker();
        var ioctl = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("ioctl"),
                FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS),
                Linker.Option.firstVariadicArg(2));
        try (var arena = Arena.ofConfined()) {
            var size = arena.allocate(JAVA_SHORT, 4); // struct winsize: rows, columns, two of pixels
            if ((int) ioctl.invokeExact(STDOUT, TIOCGWINSZ, size) != 0) {
                return Optional.empty();
            }
            int rows = Short.toUnsignedInt(size.getAtIndex(JAVA_SHORT, 0));
            int columns = Short.toUnsignedInt(size.getAtIndex(JAVA_SHORT, 1));
            return Optional.of(rows == 0 || columns == 0 ? USUAL : new Terminal(columns, rows));
        } catch (Throwable unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    /** Whether to draw on it: nobody asked for plain text (no-color.org), and it can move its cursor. */
    static boolean mayDraw() {
        return System.getenv("NO_COLOR") == null
                && !"dumb".equals(System.getenv("TERM"))
                && ofStdout().isPresent();
    }

    /** Whether it shows this character. */
    static boolean shows(char character) {
        return Charset.forName(System.getProperty("stdout.encoding", "US-ASCII"))
                .newEncoder()
                .canEncode(character);
    }
}
