package threadwall.loadgen.testbed;

import java.util.List;
import java.util.stream.Stream;

/**
 * A program that is no JVM's, which {@code ./threadwall} has built when it is asked for.
 *
 * @param interpreter what runs it, by its name on PATH; {@code null} for a program that runs by itself
 * @param build the line that builds it by hand, or says what is missing for that
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
