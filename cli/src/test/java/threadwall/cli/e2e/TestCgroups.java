package threadwall.cli.e2e;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Two cgroups within each other, for a limit in the outer one and processes in the inner.
 *
 * @param outer folder of the outer one
 */
record TestCgroups(Path outer, Path inner) implements AutoCloseable {

    /** The test is skipped where no cgroup with this controller can be made. */
    static TestCgroups create(String controller) throws IOException {
        var top = Path.of("/sys/fs/cgroup");
        var v1 = top.resolve(controller);
        boolean unified = Files.exists(top.resolve("cgroup.controllers"));
        var parent = unified ? top : v1;
        assumeTrue(Files.isWritable(parent), "no right to make a cgroup in " + parent);
        if (unified) {
            assumeTrue(
                    Files.readString(top.resolve("cgroup.subtree_control")).contains(controller),
                    "the " + controller + " controller is not handed down from " + top);
        }
        var outer = Files.createDirectory(
                parent.resolve("threadwall-test-" + ProcessHandle.current().pid()));
        if (unified) {
            Files.writeString(outer.resolve("cgroup.subtree_control"), "+" + controller);
        }
        return new TestCgroups(outer, Files.createDirectory(outer.resolve("inner")));
    }

    void outer(String file, String value) throws IOException {
        Files.writeString(outer.resolve(file), value);
    }

    /** Runs a command in the inner cgroup. */
    List<String> wrapper() {
        return List.of("bash", "-c", "echo $$ >" + inner.resolve("cgroup.procs") + " && exec \"$@\"", "bash");
    }

    @Override
    public void close() throws IOException {
        Await.until("an empty cgroup", () -> {
            try {
                return Files.readAllLines(inner.resolve("cgroup.procs")).isEmpty();
            } catch (IOException e) {
                return true;
            }
        });
        Files.delete(inner);
        Files.delete(outer);
    }
}
