package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Client hosts that cannot make a load: each is refused before anything starts, in one line. */
class ClientHostsRefusedTest {

    /** A file that hides a program of the host, in the host's own mount namespace. */
    private static final String HIDE = "mount --bind %s \"$(type -P %s)\"";

    private static final String SHOW = "umount \"$(type -P %s)\"";

    @TempDir
    private Path temporary;

    @BeforeEach
    void needsTsung() {
        Engines.assumeInstalled("tsung");
    }

    private String refused(Lab lab, String config, int connections) throws Exception {
        var folder = temporary.resolve("run");
        var command = Cli.process(List.of(
                "sweep", "--servers=kilim", "--clients=lab1", "--connections=" + connections, "--out=" + folder));
        command.command(lab.inside(command.command()));
        command.environment().put("THREADWALL_SSH_CONFIG", config);
        var errors = temporary.resolve("err");
        var sweep = Java.withoutToolOptions(command)
                .redirectError(errors.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(sweep.waitFor()).as(() -> read(errors)).isEqualTo(4);
        assertThat(read(errors)).hasLineCount(1);
        assertThat(folder).doesNotExist();
        return read(errors);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aHostThatCannotMakeTheLoadIsNamedWithTheReason() throws Exception {
        try (var lab = Lab.up(1)) {
            assertThat(refused(lab, withAnotherKey(lab), 10))
                    .startsWith("threadwall: lab1 is not reached by ssh: ")
                    .contains(
                            "Permission denied",
                            "see that `ssh -F " + temporary.resolve("config") + " lab1 true` works");

            lab.on("lab1", HIDE.formatted("/dev/null", "tsung"));
            assertThat(refused(lab, Lab.SSH_CONFIG, 10))
                    .isEqualTo("threadwall: lab1 has no tsung; install it there: apt-get install tsung\n");
            lab.on("lab1", SHOW.formatted("tsung"));

            lab.on("lab1", "printf '#!/bin/sh\\necho Tsung version 0.9\\n' >/tmp/old && chmod +x /tmp/old");
            lab.on("lab1", HIDE.formatted("/tmp/old", "tsung"));
            assertThat(refused(lab, Lab.SSH_CONFIG, 10))
                    .startsWith("threadwall: lab1 has tsung 0.9, this machine ")
                    .endsWith(": install the same version on both\n");
            lab.on("lab1", SHOW.formatted("tsung"));

            lab.on("lab1", "cp \"$(type -P date)\" /tmp/date && chmod +x /tmp/date");
            lab.on(
                    "lab1",
                    "printf '#!/bin/sh\\nexec /tmp/date -d \"+5 seconds\" \"$@\"\\n' >/tmp/late && chmod +x /tmp/late");
            lab.on("lab1", HIDE.formatted("/tmp/late", "date"));
            assertThat(refused(lab, Lab.SSH_CONFIG, 10))
                    .matches(
                            "threadwall: the clock of lab1 differs from this machine's by 5\\.\\d s; the limit is 1 s: set"
                                    + " it \\(timedatectl set-ntp true\\)\n");
            lab.on("lab1", SHOW.formatted("date"));

            // its sshd is the first of the host's processes
            lab.on("lab1", "prlimit --pid 1 --nofile=64:64");
            assertThat(refused(lab, Lab.SSH_CONFIG, 5_000))
                    .startsWith("threadwall: asked for 5,000 connections; the hosts of --clients may open 384: lab1 384"
                            + " (nofile 64, ports 1024 65535). Raise the limits there");

            lab.run("ip", "link", "set", "twlab1", "down");
            assertThat(refused(lab, Lab.SSH_CONFIG, 10)).startsWith("threadwall: lab1 is not reached by ssh: ");
        }
    }

    private String withAnotherKey(Lab lab) throws Exception {
        var key = temporary.resolve("key");
        lab.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key.toString());
        var settings = lab.run("cat", Lab.SSH_CONFIG).replaceAll("(?m)^(\\s*IdentityFile ).*", "$1" + key);
        return Files.writeString(temporary.resolve("config"), settings).toString();
    }
}
