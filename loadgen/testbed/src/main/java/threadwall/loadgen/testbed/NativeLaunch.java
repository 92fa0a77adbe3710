package threadwall.loadgen.testbed;

import java.util.List;
import java.util.stream.Stream;

/**
 * A program that does not run in a JVM; {@code ./threadwall} builds it on demand.
 *
 * @param interpreter that runs it, by its name on PATH; {@code null} for a native program
 * @param build the command that builds it by hand, or says what that needs
 */
record NativeLaunch(String interpreter, String program, String build) implements ServerLaunch {

    @Override
    public List<String> command(ServerCatalog.Collector collector, String gcLog, List<String> options) {
        return Stream.of(Stream.ofNullable(interpreter), Stream.of(program), options.stream())
                .flatMap(words -> words)
                .toList();
    }

    @Override
    public boolean isRunBy(List<String> line) {
        if (interpreter == null) {
            return ServerLaunch.isPathOf(program, line.getFirst());
        }
        return line.size() > 1
                && ServerLaunch.fileName(line.getFirst()).equals(interpreter)
                && ServerLaunch.isPathOf(program, line.get(1));
    }
}
