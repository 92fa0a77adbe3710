package threadwall.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerRuntimeTest {

    @TempDir
    private Path root;

    private void file(String path, String text) throws IOException {
        Files.createDirectories(root.resolve(path).getParent());
        Files.writeString(root.resolve(path), text);
    }

    @Test
    void isToldByFilesOfTheRuntime() throws IOException {
        assertThat(ContainerRuntime.of(root)).isEmpty();
        file("run/.containerenv", "");
        assertThat(ContainerRuntime.of(root)).contains("podman");
        file(".dockerenv", "");
        assertThat(ContainerRuntime.of(root)).contains("docker");
    }

    @Test
    void isToldByTheFirstProcess() throws IOException {
        file("proc/1/environ", "HOME=/\0container=lxc\0TERM=x\0");
        assertThat(ContainerRuntime.of(root)).contains("lxc");
        file("proc/1/environ", "HOME=/\0container=\0");
        assertThat(ContainerRuntime.of(root)).isEmpty();
    }
}
