package threadwall.kilim.loop;

import java.io.OutputStream;
import java.io.PrintStream;

/** What goes wrong in a loop, for whoever runs the server: on stderr. */
public final class ErrorLog {
    private ErrorLog() {}

    /**
     * Says it, if it can, and never throws, as its callers have something to put in order. Without memory not even the line
     * can be put together, so that is done here.
     *
     * @param who something went wrong with
     * @param what went wrong
     * @param why null = nothing to add
     */
    public static void report(Object who, String what, Throwable why) {
        report(System.err, who, what, why);
    }

    /** Loads the classes that it takes: a class that could not be loaded once, for want of memory, stays missing. */
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
            // it cannot be said
        }
    }
}
