package threadwall.loadgen.testbed;

import java.util.List;

/** How a server's process is started, and recognised by its command line. */
sealed interface ServerLaunch permits JarLaunch, NativeLaunch {

    /** Path of the program relative to the project's root: a jar, a native program or a script. */
    String program();

    /**
     * The command that starts it.
     *
     * @param collector for a JVM
     * @param memoryBytes that the process may use, for the heap of a JVM; {@code null} if it is not limited
     * @param gcLog file for the JVM's GC log; {@code null} for none
     * @param options the server's own, as {@code ./threadwall serve} takes them
     */
    List<String> command(ServerCatalog.Collector collector, Long memoryBytes, String gcLog, List<String> options);

    /** @param line a process's arguments, the program first and never empty */
    boolean isRunBy(List<String> line);

    static String fileName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Whether a path may be that of one of our programs, wherever the project lies. */
    static boolean isPathOf(String program, String path) {
        return ("/" + path).endsWith("/" + program);
    }
}
