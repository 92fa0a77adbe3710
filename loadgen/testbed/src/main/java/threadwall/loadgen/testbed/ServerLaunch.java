package threadwall.loadgen.testbed;

import java.util.List;

/** How the process of a server is started, and known again by its command line. */
sealed interface ServerLaunch permits JarLaunch, NativeLaunch {

    /** Path below the project's root of what is run: a jar, a native program or a script. */
    String program();

    /**
     * The line that starts it.
     *
     * @param collector of a JVM
     * @param gcLog file for the JVM's GC log; {@code null} for none
     * @param options the server's own, as {@code ./threadwall serve} takes them
     */
    List<String> command(ServerCatalog.Collector collector, String gcLog, List<String> options);

    /** @param line a process's arguments, the program first and never empty */
    boolean isRunBy(List<String> line);

    static String fileName(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Whether a path that somebody used may be that of a program of ours, wherever the project lies. */
    static boolean isPathOf(String program, String path) {
        return ("/" + path).endsWith("/" + program);
    }
}
