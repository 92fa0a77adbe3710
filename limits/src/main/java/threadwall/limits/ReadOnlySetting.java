package threadwall.limits;

import java.nio.file.Path;

/**
 * A setting that not even root can change from here, because its file is mounted read-only, as in most containers. The
 * container's runtime sets what belongs to a namespace; the rest is set on the host.
 */
record ReadOnlySetting(Setting setting) implements Setting {

    static final Path SYSCTLS = Path.of("/proc/sys");

    @Override
    public Remedy raise(LimitAssessment limit, long requested) {
        Remedy inside = setting.raise(limit, requested);
        if (inside.now().isEmpty()) {
            return inside;
        }
        String commands = String.join("; ", inside.now());
        String outside =
                switch (setting) {
                    case CgroupSetting cgroup ->
                        cgroup.file() + " is read-only here: start the container with "
                                + cgroup.runtimeOption(limit, requested);
                    case Sysctl sysctl when !sysctl.name().startsWith("net.") -> onTheHost(commands);
                    case OvercommitSetting _ -> onTheHost(commands);
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
