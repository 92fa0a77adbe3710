package threadwall.process.proc;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;

/** Values of sysconf(3) on this machine. */
public final class Sysconf {

    /** Constants of glibc and musl, the same on every architecture. */
    private static final int SC_CLK_TCK = 2;

    private static final int SC_PAGESIZE = 30;

    /** The unit of CPU time in {@code /proc/PID/stat}: 100 on every architecture with a JDK 25. */
    static final long TICKS_PER_SECOND = sysconf(SC_CLK_TCK);

    public static final long PAGE_BYTES = sysconf(SC_PAGESIZE);

    private Sysconf() {}

    private static long sysconf(int name) {
        Linker linker = Linker.nativeLinker();
        try {
            return (long) linker.downcallHandle(
                            linker.defaultLookup().findOrThrow("sysconf"), FunctionDescriptor.of(JAVA_LONG, JAVA_INT))
                    .invokeExact(name);
        } catch (Throwable unexpected) {
            throw new AssertionError(unexpected);
        }
    }
}
