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
 * A class data sharing archive of the Spring server. JVMs find it by {@code JAVA_TOOL_OPTIONS} (see the POM), and then
 * load its classes with 40 % less CPU time. Those of other programs reject it, silently.
 */
final class SpringArchive {

    private static final String NAME = "spring.jsa";

    private SpringArchive() {}

    /** Makes it once for each build of the server. While another test JVM makes it, servers start without it. */
    static void make(Path home) {
        var jar = home.resolve(ServerCatalog.SPRING_DEFERRED.program());
        var archive = jar.resolveSibling(NAME);
        try (var channel = FileChannel.open(
                        jar.resolveSibling(NAME + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var lock = channel.tryLock()) {
            if (lock != null && !isNewer(archive, jar)) {
                dump(jar, archive);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean isNewer(Path archive, Path jar) throws IOException {
        return Files.exists(archive)
                && Files.getLastModifiedTime(archive).compareTo(Files.getLastModifiedTime(jar)) > 0;
    }

    private static void dump(Path jar, Path archive) throws IOException, InterruptedException {
        var unfinished = archive.resolveSibling(NAME + ".new");
        var command = new ArrayList<>(List.of(Java.path(), "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-XX:ArchiveClassesAtExit=" + unfinished, "-Dspring.context.exit=onRefresh"));
        command.addAll(List.of("-jar", jar.toString(), "--model", "deferred", "--port", "0"));
        var server =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        if (Java.withoutToolOptions(server).start().waitFor() == 0 && Files.exists(unfinished)) {
            Files.move(unfinished, archive, StandardCopyOption.ATOMIC_MOVE);
        }
    }
}
