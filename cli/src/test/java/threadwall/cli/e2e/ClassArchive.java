package threadwall.cli.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import threadwall.loadgen.testbed.ServerCatalog;

/**
 * Class data sharing archives of the jars that the tests start most. A JVM with one loads its classes with 40 % less CPU
 * time. One that finds none, or one of another jar, starts without, silently.
 */
final class ClassArchive {

    private ClassArchive() {}

    /** JVMs find it by {@code JAVA_TOOL_OPTIONS} (see the POM). */
    static void makeOfSpring(Path home) {
        var jar = home.resolve(ServerCatalog.SPRING_DEFERRED.program());
        make(
                jar,
                "spring.jsa",
                // Spring halts the JVM then, and Tomcat's temporary folder stays
                List.of("-Dspring.context.exit=onRefresh", "-Djava.io.tmpdir=" + jar.getParent()),
                List.of("--model", "deferred", "--port", "0"));
    }

    /** @return the archive, which may not be there yet */
    static Path makeOfCli(Path home) {
        return make(
                home.resolve(Cli.JAR),
                "cli.jsa",
                List.of("-XX:+UseSerialGC", "-Dthreadwall.home=" + home),
                List.of("sweep", "--servers=kilim,spring-blocking", "--dry-run"));
    }

    /** Makes it once for each build of the jar. While another test JVM makes it, programs start without it. */
    private static Path make(Path jar, String name, List<String> flags, List<String> arguments) {
        var archive = jar.resolveSibling(name);
        try (var channel = FileChannel.open(
                        jar.resolveSibling(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var lock = channel.tryLock()) {
            if (lock != null && !isNewer(archive, jar)) {
                dump(jar, archive, flags, arguments);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return archive;
    }

    private static boolean isNewer(Path archive, Path jar) throws IOException {
        return Files.exists(archive)
                && Files.getLastModifiedTime(archive).compareTo(Files.getLastModifiedTime(jar)) > 0;
    }

    private static void dump(Path jar, Path archive, List<String> flags, List<String> arguments)
            throws IOException, InterruptedException {
        var unfinished = archive.resolveSibling(archive.getFileName() + ".new");
        var command = new ArrayList<>(List.of(Java.path(), "-XX:TieredStopAtLevel=1"));
        command.add("-XX:ArchiveClassesAtExit=" + unfinished);
        command.addAll(flags);
        command.addAll(List.of("-jar", jar.toString()));
        command.addAll(arguments);
        var program =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        if (Java.withoutToolOptions(program).start().waitFor() == 0 && Files.exists(unfinished)) {
            Files.move(unfinished, archive, StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
