package threadwall.kilim.loop;

import java.io.OutputStream;
import java.io.PrintStream;

/** Reports errors of an event loop on stderr. */
public final class ErrorLog {
    private ErrorLog() {}

    /**
     * Prints a message. It never throws, because its callers still have to clean up; even building the line can fail
     * when memory is exhausted, so that happens in here.
     *
     * @param who failed
     * @param what happened
     * @param why null = no stack trace
     */
    public static void report(Object who, String what, Throwable why) {
        report(System.err, who, what, why);
    }

    /**
     * Loads the classes that a report needs: the JVM never retries a class that once failed to load for lack of memory.
     */
    public static void warmUp() {
        report(new PrintStream(OutputStream.nullOutputStream()), "a rehearsal", "succeeded", new Throwable());
    }

    private static void report(PrintStream to, Object who, String what, Throwable why) {
        try {
            to.println("kilim: " + who + " " + what);
            if (why != null) {
                why.printStackTrace(to);
            }
        } catch (Throwable e) {
            // it cannot be printed
        }
    }
}
