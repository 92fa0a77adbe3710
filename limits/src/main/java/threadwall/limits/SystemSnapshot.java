package threadwall.limits;

import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What limits a new process of a user on a machine, or a process that runs, read once. Rules over it read no files.
 *
 * @param account the user; null where /proc is not readable
 * @param privileges which limits the process may exceed; null likewise
 * @param kernel limits of the whole machine
 * @param process the resource limits that the process has, or would start with
 * @param running what the process has now; null for a process that does not run yet
 * @param threads the threads that exist now
 * @param memory the memory that is left
 * @param sockets limits on sockets and their use
 * @param origins where the limits are set
 * @param unread what could not be read, each with the reason
 */
public record SystemSnapshot(
        UserAccount account,
        Privileges privileges,
        KernelLimits kernel,
        ProcessLimits process,
        RunningProcess running,
        ThreadUsage threads,
        AvailableMemory memory,
        SocketResources sockets,
        LimitOrigins origins,
        List<String> unread) {

    /**
     * System property with the soft nofile of the process that started this JVM, since a JVM raises its own at start
     * (os_linux.cpp, {@code os::init_2}). {@code ./threadwall} sets it. The parent process is not read instead, because its
     * limits may have been others: prlimit(1), sudo and systemd-run change limits before they start a program.
     */
    private static final String SOFT_NOFILE = "threadwall.nofile.soft";

    public SystemSnapshot {
        unread = List.copyOf(unread);
    }

    /** The same once so many more threads have started and ended: in a young PID namespace they use up ids. */
    public SystemSnapshot afterThreads(long ended) {
        return new SystemSnapshot(
                account,
                privileges,
                kernel,
                process,
                running,
                threads.afterThreads(ended),
                memory,
                sockets,
                origins,
                unread);
    }

    /**
     * What limits a child process of this process that runs as the user of {@code other}: no login gives it other
     * resource limits or another cgroup.
     */
    public SystemSnapshot forChildAs(SystemSnapshot other) {
        return new SystemSnapshot(
                other.account,
                other.privileges,
                kernel,
                process,
                running,
                other.threads,
                memory,
                sockets,
                origins,
                unread);
    }

    /** Reads this machine, for a process that this one starts. */
    public static SystemSnapshot read() {
        return read(Path.of("/"), Optional.empty());
    }

    /**
     * @param softNofile its value before this JVM raised it, as {@code ulimit -Sn} prints it; empty where it is not known
     */
    public static SystemSnapshot read(Path root, Optional<String> user) {
        return read(root, user, Optional.ofNullable(System.getProperty(SOFT_NOFILE)));
    }

    /**
     * Reads a machine whose files are below a folder.
     *
     * @param user whose new process the limits are for; empty for the user who read the files
     * @param softNofile of a process that has not raised it, as {@code ulimit -Sn} prints it; empty for that in
     *     {@code proc/self/limits}
     */
    public static SystemSnapshot read(Path root, Optional<String> user, Optional<String> softNofile) {
        List<String> unread = new ArrayList<>();
        ProcStatus self = ProcStatus.read(root.resolve("proc/self"));
        UserAccount account = user.isPresent() ? UserAccount.named(root, user.get()) : UserAccount.of(root, self);
        Optional<UserAccount> other = user.map(name -> account);
        KernelLimits kernel = KernelLimits.read(root, Cgroups.of(root, "pids", other));
        AvailableMemory memory = AvailableMemory.read(root, Cgroups.of(root, "memory", other));
        LimitOrigins origins = LimitOrigins.read(root, kernel.pids(), memory);
        ThreadUsage threads = ThreadUsage.read(root, account);
        unread.addAll(UnreadableLimits.of(root, kernel, threads, other));
        return new SystemSnapshot(
                account,
                self == null ? null : Privileges.read(root.resolve("proc/self"), self, account, other.isPresent()),
                kernel,
                limits(root, softNofile, other, origins.pam(), unread),
                null,
                threads,
                memory,
                SocketResources.read(root),
                origins,
                unread);
    }

    /**
     * Reads what limits a process that runs already, in its own cgroups, as its own user.
     *
     * @throws NoSuchFileException when there is no such process
     */
    public static SystemSnapshot ofProcess(Path root, long pid) throws NoSuchFileException {
        Path folder = root.resolve("proc/" + pid);
        ProcessLimits limits = ProcessLimits.of(root.resolve("proc"), pid);
        ProcStatus status = ProcStatus.read(folder);
        if (status == null) {
            throw new NoSuchFileException(folder.toString());
        }
        UserAccount account = UserAccount.of(root, status);
        KernelLimits kernel = KernelLimits.read(root, Cgroups.of(root, "pids", pid));
        AvailableMemory memory = AvailableMemory.read(root, Cgroups.of(root, "memory", pid));
        ThreadUsage threads = ThreadUsage.read(root, account);
        List<String> unread = new ArrayList<>(UnreadableLimits.of(root, kernel, threads, Optional.empty()));
        unread.addAll(UnreadableLimits.ofNamespaces(folder, status));
        return new SystemSnapshot(
                account,
                Privileges.read(folder, status, account, false),
                kernel,
                limits,
                RunningProcess.read(root, pid),
                threads,
                memory,
                SocketResources.read(root),
                LimitOrigins.read(root, kernel.pids(), memory),
                unread);
    }

    private static ProcessLimits limits(
            Path root, Optional<String> softNofile, Optional<UserAccount> other, PamLimits pam, List<String> unread) {
        SystemFiles proc = new SystemFiles(root.resolve("proc"));
        String text = proc.text("self/limits");
        if (text == null) {
            unread.add("resource limits: /proc/self/limits cannot be read");
            return ProcessLimits.parse("");
        }
        ProcessLimits own = ProcessLimits.parse(text);
        ProcessLimits before = softNofile.map(own::withSoftNofile).orElse(own);
        return other.map(account -> before.afterLogin(pam, account)).orElse(before);
    }
}
