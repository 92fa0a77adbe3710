package threadwall.loadgen.sweep.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import threadwall.process.ChildProcess;
import threadwall.process.proc.ProcessIdentity;

/**
 * Perf maps, {@code /tmp/perf-PID.map}, in which perf looks up the names of methods that a JVM has compiled.
 * {@code jcmd PID Compiler.perfmap} writes them; they are deleted after use.
 */
record PerfMaps(List<Long> jvms) implements AutoCloseable {

    private static final int TIMEOUT_SECONDS = 30;

    /** For the JVMs among these processes. */
    static PerfMaps of(List<Long> pids) {
        return new PerfMaps(pids.stream().filter(PerfMaps::isJvm).toList());
    }

    private static boolean isJvm(long pid) {
        return ProcessIdentity.of(pid)
                .filter(process -> process.command().split(" ", 2)[0].endsWith("java"))
                .isPresent();
    }

    /** @return why one is missing, empty when all are there */
    Optional<String> write() throws IOException, InterruptedException {
        var jcmd = Path.of(ChildProcess.javaCommand()).resolveSibling("jcmd");
        for (long jvm : jvms) {
            if (!Files.isExecutable(jcmd)) {
                return Optional.of("there is no " + jcmd);
            }
            var process = new ProcessBuilder(jcmd.toString(), Long.toString(jvm), "Compiler.perfmap")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Optional.of("process %d did not answer jcmd within %d s".formatted(jvm, TIMEOUT_SECONDS));
            }
            if (process.exitValue() != 0) {
                return Optional.of("jcmd %d Compiler.perfmap failed".formatted(jvm));
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() throws IOException {
        for (long jvm : jvms) {
            Files.deleteIfExists(Path.of("/tmp/perf-%d.map".formatted(jvm)));
        }
    }
}
