package threadwall.taskprograms.sleep;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the program in its own JVM, as users do. */
record Program(int exitCode, String stdout, String stderr) {

    static Program run(List<String> flags, String... arguments) throws Exception {
        return runLimited(":", flags, arguments);
    }

    /** @param ulimit a shell command that limits this process only */
    static Program runLimited(String ulimit, List<String> flags, String... arguments) throws Exception {
        var command = new ArrayList<>(List.of("sh", "-c", ulimit + " && exec \"$@\"", "sh"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--sun-misc-unsafe-memory-access=deny");
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Sleep.class.getName()));
        command.addAll(List.of(arguments));
        var errors = Path.of(
                System.getProperty("java.io.tmpdir"),
                "sleep-java-" + ProcessHandle.current().pid());
        var process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
        var stdout = new String(process.getInputStream().readAllBytes());
        int exitCode = process.waitFor();
        var stderr = Files.readString(errors);
        Files.delete(errors);
        return new Program(exitCode, stdout, stderr);
    }
}
