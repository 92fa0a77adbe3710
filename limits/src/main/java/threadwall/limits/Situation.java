package threadwall.limits;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a new process of a user meets on a machine, read once.
 *
 * @param kernel what the machine allows
 * @param process the resource limits that the process would start with
 * @param use the threads that are there already
 * @param unread what could not be read, each with the reason
 */
public record Situation(KernelLimits kernel, ProcessLimits process, ThreadUse use, List<String> unread) {

    public Situation {
        unread = List.copyOf(unread);
    }

    /**
     * Reads a machine from the tree at {@code root}.
     *
     * @param user name of the user whose process it would be; empty for one that this process starts
     * @throws IllegalArgumentException when there is no such user
     */
    public static Situation read(Path root, Optional<String> user) {
        List<String> unread = new ArrayList<>();
        String limits = new Readings(root.resolve("proc")).text("self/limits");
        if (limits == null) {
            unread.add("resource limits: /proc/self/limits is not readable");
        }
        return new Situation(
                KernelLimits.read(root),
                ProcessLimits.parse(limits == null ? "" : limits),
                ThreadUse.read(root),
                unread);
    }
}
