package threadwall.limits;

import java.nio.file.Path;

/**
 * A setting that not even root can change from here, since the place that it is written to is mounted read-only, as in
 * most containers. What is a namespace's own the container's runtime sets; the rest is the host's.
 */
record ReadOnlySettings(Setting setting) implements Setting {

    static final Path SYSCTLS = Path.of("/proc/sys");

    @Override
    public Remedy raise(LimitAssessment wall, long asked) {
        Remedy inside = setting.raise(wall, asked);
        if (inside.now().isEmpty()) {
            return inside;
        }
        String commands = String.join("; ", inside.now());
        String outside =
                switch (setting) {
                    case CgroupLimit cgroup ->
                        cgroup.file() + " is read-only here: start the container with "
                                + cgroup.runtimeOption(wall, asked);
                    case Sysctl sysctl when !sysctl.name().startsWith("net.") -> onTheHost(commands);
                    case Overcommit _ -> onTheHost(commands);
                    default ->
                        SYSCTLS + " is read-only here: start the container with "
                                + commands.replace("sysctl -w", "--sysctl").replace("; ", " ");
                };
        return Remedy.advice(outside);
    }

    private static String onTheHost(String commands) {
        return SYSCTLS + " is read-only here: as root on the host, " + commands;
    }
}
