package threadwall.loadgen.testbed;

import java.util.List;
import java.util.stream.Stream;

/**
 * A program that does not run in a JVM; {@code ./threadwall} builds it on demand.
 *
 * @param interpreter that runs it, by its name on PATH or its path relative to the project's root; {@code null} for a
 *     native program
 * @param build the command that builds it by hand, or says what that needs
 */
record NativeLaunch(String interpreter, String program, String build) implements ServerLaunch {

    /** The server on .NET's sockets, for a runtime below {@code .threadwall}. */
    static NativeLaunch withoutSdk(String version) {
        return new NativeLaunch(
                ".threadwall/dotnet-%s/dotnet".formatted(version),
                "peers/dotnet-sockets/target/dotnet-%s/server.dll".formatted(version),
                "peers/build.sh dotnet-sockets-" + version);
    }

    @Override
    public List<String> command(
            ServerCatalog.Collector collector, Long memoryBytes, String gcLog, List<String> options) {
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
                && ServerLaunch.isPathOf(interpreter, line.getFirst())
                && ServerLaunch.isPathOf(program, line.get(1));
    }
}
