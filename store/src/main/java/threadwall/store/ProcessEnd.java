package threadwall.store;

/**
 * Ends the process because a thread that others wait for cannot go on. A process that has ended is noticed and started
 * again; one whose requests hang is not.
 */
public final class ProcessEnd {
    private static final int FAILED = 1;

    private ProcessEnd() {}

    /**
     * Never returns. Nothing is stopped in order: a shutdown hook may wait for the very thread, or end the process with
     * another exit code.
     *
     * @param line the reason, for the user
     */
    public static void because(String line) {
        try {
            System.err.println(line);
        } finally { // whether it could be printed or not
            Runtime.getRuntime().halt(FAILED);
        }
    }
}
