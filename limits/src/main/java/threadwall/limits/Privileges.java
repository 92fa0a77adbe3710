package threadwall.limits;

import java.nio.file.Path;

/**
 * Which limits a process may exceed (capabilities(7)).
 *
 * @param root whether its user id is 0
 * @param effective CapEff: capabilities in effect
 * @param bounding CapBnd: all that the process and its children, those of sudo too, can ever get
 * @param initialNamespace whether it is in the initial user namespace: capabilities in another one lift no limits
 */
public record Privileges(boolean root, long effective, long bounding, boolean initialNamespace) {

    private static final int CAP_SYS_ADMIN = 21;
    private static final int CAP_SYS_RESOURCE = 24;

    /**
     * Those of a process, or those that another user's would have in its place: all of the bounding set for root, none for
     * others.
     *
     * @param process its folder of /proc
     */
    static Privileges read(Path process, ProcStatus self, UserAccount account, boolean other) {
        String map = new SystemFiles(process).text("uid_map");
        // the initial namespace maps every id to itself; without user namespaces there is no such file
        boolean initial = map == null || map.strip().replaceAll("\\s+", " ").equals("0 0 4294967295");
        long bounding = self.capabilities("CapBnd");
        long effective = other ? (account.root() ? bounding : 0) : self.capabilities("CapEff");
        return new Privileges(account.root(), effective, bounding, initial);
    }

    /**
     * Whether RLIMIT_NPROC does not apply. Linux, kernel/fork.c, {@code copy_process}: the user is root (INIT_USER), or the
     * process has CAP_SYS_RESOURCE or CAP_SYS_ADMIN, all in the initial user namespace.
     */
    boolean nprocExempt() {
        return initialNamespace && (root || has(effective, CAP_SYS_RESOURCE) || has(effective, CAP_SYS_ADMIN));
    }

    /** Whether fs.file-max does not apply. Linux, fs/file_table.c, {@code alloc_empty_file}. */
    boolean fileMaxExempt() {
        return initialNamespace && has(effective, CAP_SYS_ADMIN);
    }

    /** Whether anyone can raise a hard limit here, with sudo or without. Linux, kernel/sys.c, {@code do_prlimit}. */
    boolean hardCanBeRaised() {
        return initialNamespace && has(bounding, CAP_SYS_RESOURCE);
    }

    private static boolean has(long set, int capability) {
        return (set >> capability & 1) == 1;
    }
}
