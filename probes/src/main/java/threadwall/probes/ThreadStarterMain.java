package threadwall.probes;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/**
 * The JVM that starts threads for a probe. On {@code START N} it starts platform threads until there are N, each of which
 * waits for ever, and answers {@code STARTED N}, or {@code FAILED N MESSAGE} when no more start. It never exits by itself,
 * so the tool can read it at its limit.
 */
public final class ThreadStarterMain {

    private static final Linker LINKER = Linker.nativeLinker();

    /**
     * A parked thread waits for a futex, one in pause(2) does not. Each start of a thread wakes others by futexes, and since
     * Linux 6.16 the kernel then walks all waiters in one of few lists (kernel/futex/waitwake.c, {@code futex_wake};
     * docs/explanation/small-fibers.md). With parked threads each start took longer than the one before.
     */
    private static final MethodHandle PAUSE =
            LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow("pause"), FunctionDescriptor.of(JAVA_INT));

    private ThreadStarterMain() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        var control = ControlChannel.connect(Path.of(arguments[0]));
        // load the class now: at the limit there may be no memory map left for it
        var failed = new StringBuilder("FAILED ");
        int started = 0;
        while (true) {
            int goal = Integer.parseInt(control.receive().substring("START ".length()));
            try {
                while (started < goal) {
                    var thread = new Thread(null, ThreadStarterMain::pause, "paused", 0, false);
                    thread.setDaemon(true);
                    thread.start();
                    started++;
                }
                control.send("STARTED " + started);
            } catch (OutOfMemoryError refused) {
                control.send(failed.append(started)
                        .append(' ')
                        .append(refused.getMessage())
                        .toString());
            }
        }
    }

    /** Until the process ends: after a signal it waits again. */
    private static void pause() {
        try {
            while ((int) PAUSE.invokeExact() < 0) {}
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
