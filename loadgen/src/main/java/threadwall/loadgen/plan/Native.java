package threadwall.loadgen.plan;

import java.util.List;
import java.util.stream.Stream;

/**
 * A program that is no JVM's, which {@code ./threadwall} has built when it is asked for.
 *
 * @param interpreter what runs it, by its name on PATH; {@code null} for a program that runs by itself
 * @param build the line that builds it by hand, or says what is missing for that
 */
record Native(String interpreter, String program, String build) implements Launch {

    @Override
    public List<String> command(Servers.Collector collector, String gcLog, List<String> options) {
        return Stream.of(Stream.ofNullable(interpreter), Stream.of(program), options.stream())
                .flatMap(words -> words)
                .toList();
    }

    @Override
    public boolean isRunBy(List<String> line) {
        if (interpreter == null) {
            return Launch.isPathOf(program, line.getFirst());
        }
        return line.size() > 1
                && Launch.fileName(line.getFirst()).equals(interpreter)
                && Launch.isPathOf(program, line.get(1));
    }
}
