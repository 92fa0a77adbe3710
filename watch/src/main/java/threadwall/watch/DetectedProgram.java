package threadwall.watch;

import java.util.List;
import java.util.regex.Pattern;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.record.WatchRecord.Role;

/**
 * What a process runs, by its command line.
 *
 * @param known whether it is a server of ours, or a client that we use
 * @param target the port that a client loads; {@code null} for a server, or when its line has no URL
 */
record DetectedProgram(String name, Role role, boolean known, Integer target) {

    private static final Pattern URL = Pattern.compile("http://[^/:]+(?::(\\d{1,5}))?(?:/.*)?");
    private static final int HTTP = 80;

    /**
     * @param line the arguments, the program first; empty for a kernel thread
     * @return what it is; a stranger has the name of its program and is taken for a server
     */
    static DetectedProgram of(List<String> line) {
        var name = name(line);
        if (LoadEngine.named(name).isPresent()) {
            return new DetectedProgram(name, Role.CLIENT, true, target(line));
        }
        return ServerCatalog.running(line)
                .map(server -> new DetectedProgram(server.label(), Role.SERVER, true, null))
                .orElse(new DetectedProgram(name, Role.SERVER, false, null));
    }

    /** The file's name; nginx and PostgreSQL write a sentence over it: "nginx: master process nginx". */
    private static String name(List<String> line) {
        var first = line.isEmpty() ? "" : line.getFirst().split("[: ]", 2)[0];
        var name = first.substring(first.lastIndexOf('/') + 1);
        return name.isEmpty() ? "?" : name;
    }

    private static Integer target(List<String> line) {
        for (var word : line.reversed()) {
            var url = URL.matcher(word);
            if (url.matches()) {
                return url.group(1) == null ? HTTP : Integer.valueOf(url.group(1));
            }
        }
        return null;
    }
}
