package threadwall.limits;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds out whether a system is a container. */
public final class ContainerRuntime {

    /** What systemd-nspawn, LXC and Podman tell the first process (https://systemd.io/CONTAINER_INTERFACE/). */
    private static final String VARIABLE = "container=";

    private ContainerRuntime() {}

    /**
     * The runtime's name, as far as files tell.
     *
     * @param root of the file system
     * @return empty outside of a container, and where no file tells
     */
    public static Optional<String> of(Path root) {
        if (Files.exists(root.resolve(".dockerenv"))) {
            return Optional.of("docker");
        }
        if (Files.exists(root.resolve("run/.containerenv"))) {
            return Optional.of("podman");
        }
        if (Files.exists(root.resolve("var/run/secrets/kubernetes.io"))) {
            return Optional.of("kubernetes");
        }
        String environment = new SystemFiles(root.resolve("proc/1")).text("environ");
        return environment == null
                ? Optional.empty()
                : Stream.of(environment.split("\0"))
                        .filter(variable -> variable.startsWith(VARIABLE))
                        .map(variable -> variable.substring(VARIABLE.length()))
                        .filter(name -> !name.isEmpty())
                        .findFirst();
    }
}
