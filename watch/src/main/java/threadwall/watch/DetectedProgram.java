package threadwall.watch;

import java.util.List;
import java.util.regex.Pattern;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.record.WatchRecord.Role;

/**
 * The program that a process runs, detected from its command line.
 *
 * @param known whether it is one of our servers, or a client that we use
 * @param target the port that a client loads; {@code null} for a server, or when the command line has no URL
 */
record DetectedProgram(String name, Role role, boolean known, Integer target) {

    private static final Pattern URL = Pattern.compile("http://[^/:]+(?::(\\d{1,5}))?(?:/.*)?");
    private static final int HTTP_PORT = 80;

    /**
     * @param commandLine the arguments, the program first; empty for a kernel thread
     * @return the program; an unknown one has the name of its file and the role of a server
     */
    static DetectedProgram of(List<String> commandLine) {
        var name = name(commandLine);
        if (LoadEngine.named(name).isPresent()) {
            return new DetectedProgram(name, Role.CLIENT, true, target(commandLine));
        }
        return ServerCatalog.running(commandLine)
                .map(server -> new DetectedProgram(server.label(), Role.SERVER, true, null))
                .orElse(new DetectedProgram(name, Role.SERVER, false, null));
    }

    /** The file's name. nginx and PostgreSQL overwrite it with a title such as "nginx: master process nginx". */
    private static String name(List<String> commandLine) {
        var first = commandLine.isEmpty() ? "" : commandLine.getFirst().split("[: ]", 2)[0];
        var name = first.substring(first.lastIndexOf('/') + 1);
        return name.isEmpty() ? "?" : name;
    }

    private static Integer target(List<String> commandLine) {
        for (var word : commandLine.reversed()) {
            var url = URL.matcher(word);
            if (url.matches()) {
                return url.group(1) == null ? HTTP_PORT : Integer.valueOf(url.group(1));
            }
        }
        return null;
    }
}
