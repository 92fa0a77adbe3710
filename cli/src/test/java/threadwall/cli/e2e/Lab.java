package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/**
 * Client hosts of {@code ops/net/lab.sh}, in network, mount and process namespaces of their own. These end with
 * {@link #close}.
 *
 * @param outer {@code unshare}, which the namespaces end with
 * @param inner the pid of the first process in them
 */
record Lab(Process outer, long inner) implements AutoCloseable {

    /** For ssh, and for {@code THREADWALL_SSH_CONFIG}. */
    static final String SSH_CONFIG = "/run/threadwall/lab/ssh_config";

    private static final String NAMESPACES = """
            umount --recursive --lazy /run/netns 2>/dev/null
            ip link add name test0 type veth && ip link del dev test0 || exit
            mount -t tmpfs run /run && mount -t sysfs sys /sys && ip link set lo up && echo ready && exec sleep infinity""";

    /** Makes so many hosts, {@code lab1} and so on; the test is skipped where none can be made. */
    static Lab up(int hosts) throws IOException, InterruptedException {
        for (var program : List.of("unshare", "nsenter", "ip", "ss", "ssh", "sshd")) {
            Engines.assumeInstalled(program);
        }
        var outer = new ProcessBuilder(
                        "unshare",
                        "--net",
                        "--mount",
                        "--pid",
                        "--fork",
                        "--kill-child",
                        "--mount-proc",
                        "bash",
                        "-c",
                        NAMESPACES)
                .redirectErrorStream(true)
                .start();
        var said = outer.inputReader().readLine();
        assumeTrue("ready".equals(said), "needs root and namespaces: " + said);
        var lab = new Lab(outer, outer.children().findFirst().orElseThrow().pid());
        try {
            lab.run(Home.path().resolve("ops/net/lab.sh").toString(), "up", String.valueOf(hosts));
            return lab;
        } catch (AssertionError e) {
            lab.close();
            throw e;
        }
    }

    /** The command in these namespaces. */
    List<String> inside(List<String> command) {
        var enter = List.of("nsenter", "--target=" + inner, "--net", "--mount", "--pid");
        return Stream.concat(enter.stream(), command.stream()).toList();
    }

    /** What a command in these namespaces prints; it has to succeed. */
    String run(String... command) {
        try {
            var process = new ProcessBuilder(inside(List.of(command)))
                    .redirectErrorStream(true)
                    .start();
            process.getOutputStream().close();
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as("%s: %s", List.of(command), said).isZero();
            return said;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What a line of bash prints on a host. */
    String on(String host, String line) {
        return run("ssh", "-F", SSH_CONFIG, host, line);
    }

    @Override
    public void close() {
        ProcessHandle.of(inner).ifPresent(ProcessHandle::destroyForcibly);
        outer.onExit().join();
    }
}
