package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import threadwall.record.ProbeRecord;
import threadwall.record.RunFile;

/**
 * {@code doctor --probe} as a process of its own, under limits of its own.
 *
 * @param folder holds its record and, in {@code tmp}, its temporary files
 */
record ProbeProcess(Process process, Path folder) implements AutoCloseable {

    /** @param wrapper a command that runs the rest of its line under some limit */
    static ProbeProcess start(Path folder, List<String> wrapper, String... options) throws IOException {
        var temporary = Files.createDirectory(folder.resolve("tmp"));
        // for a child that is somebody else
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setPosixFilePermissions(temporary, PosixFilePermissions.fromString("rwxrwxrwx"));
        var words = new ArrayList<>(List.of("doctor", "--probe"));
        words.addAll(List.of(options));
        words.addAll(List.of("--out", folder.resolve("run").toString()));
        var builder = Cli.process(List.of("-Djava.io.tmpdir=" + temporary), words);
        builder.command().addAll(0, wrapper);
        var process = builder.redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile())
                .start();
        return new ProbeProcess(process, folder);
    }

    /** Waits for its end; its exit code. */
    int exitCode() throws InterruptedException {
        return process.waitFor();
    }

    ProbeRecord record() throws IOException {
        var lines = RunFile.in(folder.resolve("run")).read().lines();
        assertThat(lines).as(said()).hasSize(1);
        return (ProbeRecord) lines.getFirst();
    }

    String said() {
        try {
            return Files.readString(folder.resolve("err"), StandardCharsets.UTF_8)
                    + Files.readString(folder.resolve("out"), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Set<ProcessHandle> descendants() {
        return process.descendants().collect(Collectors.toSet());
    }

    List<Path> temporaryFiles() {
        try (var files = Files.list(folder.resolve("tmp"))) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
