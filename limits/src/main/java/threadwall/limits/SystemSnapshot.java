package threadwall.limits;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a new process of a user meets on a machine, read once. Rules over it touch nothing.
 *
 * @param account the user; null where /proc is not readable
 * @param privileges what the process may do past a limit; null likewise
 * @param kernel what the machine allows
 * @param process the resource limits that the process would start with
 * @param use the threads that are there already
 * @param memory the memory that is left
 * @param sockets what bounds sockets
 * @param unread what could not be read, each with the reason
 */
public record SystemSnapshot(
        UserAccount account,
        Privileges privileges,
        KernelLimits kernel,
        ProcessLimits process,
        ThreadUse use,
        MemoryRoom memory,
        SocketRoom sockets,
        LimitOrigins origins,
        List<String> unread) {

    /**
     * System property that says the soft nofile of who started this JVM, since a JVM raises its own when it starts
     * (os_linux.cpp, {@code os::init_2}): {@code ./threadwall} sets it. Not read from the parent, which may have been
     * another's: prlimit(1), sudo and systemd-run change the limits of what they become.
     */
    private static final String SOFT_NOFILE = "threadwall.nofile.soft";

    public SystemSnapshot {
        unread = List.copyOf(unread);
    }

    /** This machine, for a process that this one starts. */
    public static SystemSnapshot read() {
        return read(Path.of("/"), Optional.empty());
    }

    /**
     * Reads a machine from the tree at {@code root}: {@code proc}, {@code sys}, and of {@code etc}, {@code run} and
     * {@code usr/lib} where limits are set.
     *
     * <p>For a user it takes nproc and nofile from the lines of limits.conf where a login applies them, else from this
     * process; the cgroup of the user's logins where systemd has made one, else this process's; no capabilities but
     * root's.
     *
     * @param user name of the user whose process it would be; empty for one that this process starts
     * @throws IllegalArgumentException when there is no such user
     */
    public static SystemSnapshot read(Path root, Optional<String> user) {
        return read(root, user, Optional.ofNullable(System.getProperty(SOFT_NOFILE)));
    }

    /** @param softNofile what it was before this JVM raised it, as {@code ulimit -Sn} has it; empty where nobody says */
    static SystemSnapshot read(Path root, Optional<String> user, Optional<String> softNofile) {
        List<String> unread = new ArrayList<>();
        ProcStatus self = ProcStatus.read(root.resolve("proc/self"));
        UserAccount account = user.isPresent() ? UserAccount.named(root, user.get()) : UserAccount.of(root, self);
        Optional<UserAccount> other = user.map(name -> account);
        KernelLimits kernel = KernelLimits.read(root, other);
        MemoryRoom memory = MemoryRoom.read(root, other);
        LimitOrigins origins = LimitOrigins.read(root, kernel.pids(), memory);
        ThreadUse use = ThreadUse.read(root, account);
        unread.addAll(UnreadableLimits.of(root, kernel, use, other));
        return new SystemSnapshot(
                account,
                self == null ? null : Privileges.read(root, self, account, other.isPresent()),
                kernel,
                limits(root, softNofile, other, origins.pam(), unread),
                use,
                memory,
                SocketRoom.read(root),
                origins,
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
