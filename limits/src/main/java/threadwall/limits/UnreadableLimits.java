package threadwall.limits;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What namespaces, mount options, or a user who is not logged in hide, each as a sentence that says where to look. */
final class UnreadableLimits {

    private UnreadableLimits() {}

    /** @param other the requested user, if that is not this process's */
    static List<String> of(Path root, KernelLimits kernel, ThreadUsage use, Optional<UserAccount> other) {
        List<String> unreadable = new ArrayList<>();
        cgroups(kernel).ifPresent(unreadable::add);
        threads(root, use).ifPresent(unreadable::add);
        other.flatMap(account -> slice(root, kernel, account)).ifPresent(unreadable::add);
        return unreadable;
    }

    /**
     * What the namespaces of another process hide.
     *
     * @param process its folder of /proc
     */
    static List<String> ofNamespaces(Path process, ProcStatus status) {
        List<String> unreadable = new ArrayList<>();
        if (!status.inNamespaceOfProc()) {
            unreadable.add(
                    "kernel.pid_max of the process's own PID namespace, which has one since Linux 6.14: look at it"
                            + " inside (nsenter --target PID --pid --mount)");
        }
        if (differs(process, "net")) {
            unreadable.add("sysctls of the process's own network namespace: look at them inside (nsenter --target PID"
                    + " --net)");
        }
        return unreadable;
    }

    private static boolean differs(Path process, String namespace) {
        try {
            Path own = process.resolveSibling("self").resolve("ns").resolve(namespace);
            return !Files.readSymbolicLink(process.resolve("ns").resolve(namespace))
                    .equals(Files.readSymbolicLink(own));
        } catch (IOException unknown) {
            return false; // another user's process, or a recorded tree
        }
    }

    private static Optional<String> cgroups(KernelLimits kernel) {
        if (kernel.pids() == null) {
            return Optional.of("pids.max: /proc/self/cgroup and mountinfo name no cgroup hierarchy");
        }
        return kernel.ancestorsHidden()
                ? Optional.of(
                        "pids.max and memory limits of this cgroup's ancestors: a cgroup namespace, or a mount of only a"
                                + " part of the tree, hides them; look at them on the host")
                : Optional.empty();
    }

    private static Optional<String> threads(Path root, ThreadUsage use) {
        if (use.idsFrom300() == null) {
            return Optional.of(
                    "thread ids in use: /proc hides other users' (hidepid), so doctor counts all threads of the"
                            + " machine, slightly too many; run it as root to see them");
        }
        ProcStatus self = ProcStatus.read(root.resolve("proc/self"));
        if (self != null && !self.inNamespaceOfProc()) {
            return Optional.of("thread ids of this PID namespace and its ancestors' kernel.pid_max: /proc shows another"
                    + " namespace; mount this one's (unshare --mount-proc), and look at the rest on the host (sysctl"
                    + " kernel.pid_max)");
        }
        // only the initial PID namespace has kernel threads
        ProcStatus second = ProcStatus.read(root.resolve("proc/2"));
        return second == null || !second.name().equals("kthreadd")
                ? Optional.of(
                        "threads outside this PID namespace, including this user's, and its ancestors' kernel.pid_max:"
                                + " look at them on the host (sysctl kernel.pid_max)")
                : Optional.empty();
    }

    private static Optional<String> slice(Path root, KernelLimits kernel, UserAccount account) {
        String slice = "user-" + account.uid() + ".slice";
        return new SystemdUnits(root).booted()
                        && kernel.pids() != null
                        && kernel.pids().stream().noneMatch(pids -> pids.path().endsWith("/" + slice))
                ? Optional.of(
                        "pids.max of " + slice + ": " + account.name()
                                + " is not logged in, and systemd makes the slice at login; doctor reads this process's cgroup instead")
                : Optional.empty();
    }
}
