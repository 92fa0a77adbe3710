package threadwall.limits;

import java.util.OptionalLong;

/** Limits on descriptors and open files. A server that is refused (EMFILE, ENFILE) lives on, and its clients wait. */
final class OpenFiles {

    private OpenFiles() {}

    static void judge(Assessments findings, long own) {
        SystemSnapshot situation = findings.situation();
        ResourceLimit nofile = situation.process().nofile();
        if (findings.readable("RLIMIT_NOFILE", "/proc/self/limits", nofile, situation.privileges())) {
            hard(findings, nofile, own);
            if (isLower(nofile.soft(), nofile.hard())) {
                soft(findings, nofile, own);
            }
        }
        nrOpen(findings, own);
        fileMax(findings, own);
    }

    /**
     * {@code hard − own}: the hard limit, since HotSpot raises its soft one to it (os_linux.cpp, {@code os::init_2},
     * unless -XX:-MaxFDLimit), and ./threadwall does so for ab. Linux, fs/file.c, {@code alloc_fd}.
     */
    private static void hard(Assessments findings, ResourceLimit nofile, long own) {
        findings.add(nofile(
                findings,
                "RLIMIT_NOFILE",
                LimitEffect.REFUSES,
                nofile,
                nofile.hard(),
                own,
                "fs/file.c alloc_fd, HotSpot os_linux.cpp os::init_2: EMFILE",
                true));
    }

    /** {@code soft − own}: for programs that do not raise it themselves. */
    private static void soft(Assessments findings, ResourceLimit nofile, long own) {
        findings.add(nofile(
                findings,
                "RLIMIT_NOFILE (soft)",
                LimitEffect.REFUSES_OTHERS,
                nofile,
                nofile.soft(),
                own,
                "fs/file.c alloc_fd, getrlimit(2): EMFILE",
                false));
    }

    private static boolean isLower(OptionalLong soft, OptionalLong hard) {
        return soft.isPresent() && (hard.isEmpty() || soft.getAsLong() < hard.getAsLong());
    }

    private static LimitAssessment nofile(
            Assessments findings,
            String name,
            LimitEffect effect,
            ResourceLimit nofile,
            OptionalLong inForce,
            long own,
            String source,
            boolean hard) {
        SystemSnapshot situation = findings.situation();
        Long nrOpen = situation.kernel().nrOpen();
        return new LimitAssessment(
                name,
                LimitScope.PROCESS,
                effect,
                inForce,
                own,
                1,
                formula(inForce, own),
                source,
                situation.origins().rlimit(situation.account(), "nofile", nofile, hard),
                new Rlimit(
                        "nofile",
                        "n",
                        situation.account().name(),
                        nofile,
                        1,
                        nrOpen == null ? Long.MAX_VALUE : nrOpen,
                        situation.privileges().hardCanBeRaised()));
    }

    private static String formula(OptionalLong inForce, long own) {
        if (inForce.isEmpty()) {
            return "none";
        }
        return (inForce.getAsLong() < own
                        ? "%,d, and a server has %,d open besides"
                        : "%,d − %,d that a server has open besides")
                .formatted(inForce.getAsLong(), own);
    }

    /** {@code fs.nr_open − own}: what a hard limit can be raised to. Linux, kernel/sys.c, {@code do_prlimit}: EPERM. */
    private static void nrOpen(Assessments findings, long own) {
        Long max = findings.situation().kernel().nrOpen();
        if (findings.readable("fs.nr_open", "/proc/sys/fs/nr_open", max)) {
            findings.sysctl(
                    "fs.nr_open",
                    LimitScope.PROCESS,
                    max,
                    own,
                    1,
                    "%,d − %,d: no nofile is higher".formatted(max, own),
                    "kernel/sys.c do_prlimit: EPERM",
                    2_147_483_584); // sysctl_nr_open_max, fs/file.c
        }
    }

    /**
     * {@code (fs.file-max − files open) / 2}: both ends of a connection are a file. Linux, fs/file_table.c, {@code
     * alloc_empty_file}; not for a process with CAP_SYS_ADMIN.
     */
    private static void fileMax(Assessments findings, long own) {
        SystemSnapshot situation = findings.situation();
        Long max = situation.kernel().fileMax();
        Long open = situation.sockets().files();
        if (!findings.readable("fs.file-max", "/proc/sys/fs/file-max, file-nr", max, open, situation.privileges())) {
            return;
        }
        boolean exempt = situation.privileges().fileMaxExempt();
        // systemd sets it to the largest number there is
        boolean none = max == Long.MAX_VALUE;
        findings.add(new LimitAssessment(
                "fs.file-max",
                LimitScope.MACHINE,
                LimitEffect.REFUSES,
                exempt || none ? OptionalLong.empty() : OptionalLong.of(max),
                open + own,
                2,
                exempt
                        ? "CAP_SYS_ADMIN is exempt"
                        : none ? "as high as numbers go" : "(%,d − %,d open − %,d) / 2 ends".formatted(max, open, own),
                "fs/file_table.c alloc_empty_file: ENFILE",
                findings.setAt("fs.file-max", max),
                new Setting.Sysctl("fs.file-max", Long.MAX_VALUE)));
    }
}
