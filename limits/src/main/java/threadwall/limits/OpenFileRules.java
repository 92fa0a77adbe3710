package threadwall.limits;

import java.util.OptionalLong;

/** Limits on descriptors and open files. A server that is refused (EMFILE, ENFILE) survives, and its clients wait. */
final class OpenFileRules {

    private OpenFileRules() {}

    static void assess(DiagnosisBuilder diagnosis, long own) {
        SystemSnapshot snapshot = diagnosis.snapshot();
        ResourceLimit nofile = snapshot.process().nofile();
        if (diagnosis.readable("RLIMIT_NOFILE", "/proc/self/limits", nofile, snapshot.privileges())) {
            hard(diagnosis, nofile, own);
            if (isLower(nofile.soft(), nofile.hard())) {
                soft(diagnosis, nofile, own);
            }
        }
        nrOpen(diagnosis, own);
        fileMax(diagnosis, own, 2);
    }

    /**
     * {@code hard − own}: the hard limit applies, since HotSpot raises its soft limit to it (os_linux.cpp,
     * {@code os::init_2}, unless -XX:-MaxFDLimit), and ./threadwall does the same for ab. Linux, fs/file.c, {@code alloc_fd}.
     */
    private static void hard(DiagnosisBuilder diagnosis, ResourceLimit nofile, long own) {
        diagnosis.add(nofile(
                diagnosis,
                "RLIMIT_NOFILE",
                LimitEffect.REFUSES,
                nofile,
                nofile.hard(),
                own,
                "fs/file.c alloc_fd, HotSpot os_linux.cpp os::init_2",
                true));
    }

    /** {@code soft − own}: for programs that do not raise their soft limit. */
    private static void soft(DiagnosisBuilder diagnosis, ResourceLimit nofile, long own) {
        diagnosis.add(nofile(
                diagnosis,
                "RLIMIT_NOFILE (soft)",
                LimitEffect.REFUSES_OTHERS,
                nofile,
                nofile.soft(),
                own,
                "fs/file.c alloc_fd, getrlimit(2)",
                false));
    }

    /**
     * Of a process that runs: {@code soft − descriptors}, since a JVM has raised its soft limit when it started, and
     * {@code fs.file-max − files open}. The clients may be on other machines, so a connection is one file.
     */
    static void assessRunning(DiagnosisBuilder diagnosis, RunningProcess running) {
        SystemSnapshot snapshot = diagnosis.snapshot();
        ResourceLimit nofile = snapshot.process().nofile();
        if (running.files() == null) {
            diagnosis.unreadable("RLIMIT_NOFILE", "/proc/" + running.pid() + "/fd, which only its user and root can");
        } else if (diagnosis.readable("RLIMIT_NOFILE", "/proc/" + running.pid() + "/limits", nofile)) {
            diagnosis.add(nofile(
                    diagnosis,
                    "RLIMIT_NOFILE",
                    LimitEffect.REFUSES,
                    nofile,
                    nofile.soft(),
                    running.files(),
                    "fs/file.c alloc_fd, getrlimit(2)",
                    false));
        }
        fileMax(diagnosis, 0, 1);
    }

    private static boolean isLower(OptionalLong soft, OptionalLong hard) {
        return soft.isPresent() && (hard.isEmpty() || soft.getAsLong() < hard.getAsLong());
    }

    private static LimitAssessment nofile(
            DiagnosisBuilder diagnosis,
            String name,
            LimitEffect effect,
            ResourceLimit nofile,
            OptionalLong inForce,
            long own,
            String source,
            boolean hard) {
        SystemSnapshot snapshot = diagnosis.snapshot();
        Long nrOpen = snapshot.kernel().nrOpen();
        return new LimitAssessment(
                name,
                LimitScope.PROCESS,
                effect,
                inForce,
                own,
                1,
                formula(inForce, own, snapshot.running() == null ? "the server's own" : "its"),
                source,
                "EMFILE",
                snapshot.origins().rlimit(snapshot.account(), "nofile", nofile, hard),
                diagnosis.rlimit("nofile", "n", nofile, 1, nrOpen == null ? Long.MAX_VALUE : nrOpen));
    }

    private static String formula(OptionalLong inForce, long own, String whose) {
        if (inForce.isEmpty()) {
            return "none";
        }
        return (inForce.getAsLong() < own ? "%,d, less than %s %,d files" : "%,d − %s %,d files")
                .formatted(inForce.getAsLong(), whose, own);
    }

    /** {@code fs.nr_open − own}: the highest value of a hard limit. Linux, kernel/sys.c, {@code do_prlimit}: EPERM. */
    private static void nrOpen(DiagnosisBuilder diagnosis, long own) {
        Long max = diagnosis.snapshot().kernel().nrOpen();
        if (diagnosis.readable("fs.nr_open", "/proc/sys/fs/nr_open", max)) {
            diagnosis.sysctl(
                    "fs.nr_open",
                    LimitScope.PROCESS,
                    max,
                    own,
                    1,
                    "%,d − %,d: the highest possible nofile".formatted(max, own),
                    "kernel/sys.c do_prlimit",
                    "EPERM",
                    2_147_483_584); // sysctl_nr_open_max, fs/file.c
        }
    }

    /**
     * {@code (fs.file-max − files open) / ends}: each end of a connection on this machine is an open file. Linux,
     * fs/file_table.c, {@code alloc_empty_file}. It does not apply to a process with CAP_SYS_ADMIN.
     */
    private static void fileMax(DiagnosisBuilder diagnosis, long own, int ends) {
        SystemSnapshot snapshot = diagnosis.snapshot();
        Long max = snapshot.kernel().fileMax();
        Long open = snapshot.sockets().files();
        if (!diagnosis.readable("fs.file-max", "/proc/sys/fs/file-max, file-nr", max, open, snapshot.privileges())) {
            return;
        }
        boolean exempt = snapshot.privileges().fileMaxExempt();
        // systemd sets it to the largest possible number
        boolean none = max == Long.MAX_VALUE;
        diagnosis.add(new LimitAssessment(
                "fs.file-max",
                LimitScope.MACHINE,
                LimitEffect.REFUSES,
                exempt || none ? OptionalLong.empty() : OptionalLong.of(max),
                open + own,
                ends,
                exempt
                        ? "CAP_SYS_ADMIN is exempt"
                        : none
                                ? "unlimited: the largest possible number"
                                : ends == 1
                                        ? "%,d − %,d open".formatted(max, open)
                                        : "(%,d − %,d open − %,d) / %d ends".formatted(max, open, own, ends),
                "fs/file_table.c alloc_empty_file",
                "ENFILE",
                diagnosis.setAt("fs.file-max", max),
                diagnosis.setting("fs.file-max", Long.MAX_VALUE)));
    }
}
