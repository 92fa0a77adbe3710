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
 * The terminal on standard output and its current size: ioctl_tty(2), TIOCGWINSZ. {@code System.console()} has no size,
 * and does not show that standard output is a terminal when standard input is not.
 *
 * @param columns at least 1
 * @param rows at least 1
 */
record Terminal(int columns, int rows) {

    private static final int STDOUT = 1;

    /** asm-generic/ioctls.h: x86, ARM, RISC-V, s390. On others (PowerPC) no terminal is detected: plain lines. */
    private static final long TIOCGWINSZ = 0x5413;

    /** Size of a pseudo-terminal that was never given one. */
    private static final Terminal DEFAULT_SIZE = new Terminal(80, 24);

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
            return Optional.of(rows == 0 || columns == 0 ? DEFAULT_SIZE : new Terminal(columns, rows));
        } catch (Throwable unexpected) {
            throw new AssertionError(unexpected);
        }
    }

    /** Whether to redraw in place: the user did not request plain text, and the terminal can move its cursor. */
    static boolean mayDraw() {
        return allowsControlCodes() && ofStdout().isPresent();
    }

    /** False when NO_COLOR (no-color.org) is set or TERM is dumb. */
    static boolean allowsControlCodes() {
        return System.getenv("NO_COLOR") == null && !"dumb".equals(System.getenv("TERM"));
    }

    /** Whether its encoding has this character. */
    static boolean shows(char character) {
        return Charset.forName(System.getProperty("stdout.encoding", "US-ASCII"))
                .newEncoder()
                .canEncode(character);
    }
}
