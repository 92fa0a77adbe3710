package threadwall.process.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import threadwall.limits.Cgroups;
import threadwall.process.PreconditionException;

/**
 * A cgroup to be created. In version 1 it lies below this process's own cgroup in each hierarchy, so that the limits of
 * this process apply to it too. In version 2 a cgroup with processes cannot have controllers for child cgroups
 * (cgroups(7), "no internal processes"), so it lies below the nearest ancestor that has all the controllers needed: a
 * process is in one cgroup only.
 *
 * @param limits contents of its files, by file name
 */
record CgroupPlan(Path folder, Map<String, String> limits) {

    /** A controller and its limit, for both versions. */
    private record Controller(
            String v1Name, String v2Name, String v1File, String v1Limit, String v2File, String v2Limit) {

        static Controller memory(long bytes) {
            var text = Long.toString(bytes);
            return new Controller("memory", "memory", "memory.limit_in_bytes", text, "memory.max", text);
        }

        static Controller cpu(double cpus) {
            long quota = Math.round(cpus * PERIOD_MICROS);
            return new Controller(
                    "cpu", "cpu", "cpu.cfs_quota_us", Long.toString(quota), "cpu.max", quota + " " + PERIOD_MICROS);
        }

        static Controller reads(CgroupLimits.ReadLimit reads) {
            var device = reads.device().number();
            return new Controller(
                    "blkio",
                    "io",
                    "blkio.throttle.read_iops_device",
                    "%s %d".formatted(device, reads.perSecond()),
                    "io.max",
                    "%s riops=%d".formatted(device, reads.perSecond()));
        }
    }

    /** The kernel's default period. */
    private static final int PERIOD_MICROS = 100_000;

    /**
     * Finds out where these limits can be set, by reading files alone.
     *
     * @param root of the file system
     * @throws PreconditionException (environment) where they cannot be set, with what is missing
     */
    static List<CgroupPlan> of(Path root, String name, CgroupLimits limits) throws PreconditionException {
        var controllers = new ArrayList<Controller>();
        if (limits.memoryBytes() != null) {
            controllers.add(Controller.memory(limits.memoryBytes()));
        }
        if (limits.cpus() != null) {
            controllers.add(Controller.cpu(limits.cpus()));
        }
        if (limits.reads() != null) {
            controllers.add(Controller.reads(limits.reads()));
        }
        var v2Controllers = new ArrayList<String>();
        for (var controller : controllers) {
            if (isVersion2(own(root, controller))) {
                v2Controllers.add(controller.v2Name());
            }
        }
        Map<Path, Map<String, String>> groups = new LinkedHashMap<>();
        for (var controller : controllers) {
            var own = own(root, controller);
            boolean v2 = isVersion2(own);
            var parent = v2 ? parent(own, v2Controllers) : own.getFirst();
            if (!v2 && !Files.exists(parent.resolve("tasks"))) {
                throw missing(controller.v1Name(), parent);
            }
            if (!Files.isWritable(parent) || !Files.isWritable(parent.resolve("cgroup.procs"))) {
                throw PreconditionException.environment(
                        "cannot create a cgroup in %s: permission denied; run this as root, or with a cgroup of your own"
                                + " (systemd-run --user --scope -p Delegate=yes)",
                        parent);
            }
            groups.computeIfAbsent(parent.resolve(name), folder -> new LinkedHashMap<>())
                    .put(
                            v2 ? controller.v2File() : controller.v1File(),
                            v2 ? controller.v2Limit() : controller.v1Limit());
        }
        return groups.entrySet().stream()
                .map(group -> new CgroupPlan(group.getKey(), Map.copyOf(group.getValue())))
                .toList();
    }

    /** This process's own cgroup, followed by its ancestors. */
    private static List<Path> own(Path root, Controller controller) throws PreconditionException {
        return Cgroups.own(root, controller.v1Name())
                .orElseThrow(
                        () -> PreconditionException.environment("no cgroup file system is mounted here; mount one"))
                .folders()
                .stream()
                .map(folder -> root.resolve(Path.of("/").relativize(folder)))
                .toList();
    }

    private static boolean isVersion2(List<Path> own) {
        return Files.exists(own.getFirst().resolve("cgroup.controllers"));
    }

    private static Path parent(List<Path> own, List<String> controllers) throws PreconditionException {
        for (var folder : own) {
            if (childControllers(folder).containsAll(controllers)) {
                return folder;
            }
        }
        // each ancestor offers at least the controllers that a cgroup below it offers
        var top = own.getLast();
        var available = childControllers(top);
        throw missing(
                controllers.stream()
                        .filter(controller -> !available.contains(controller))
                        .collect(Collectors.joining(" and ")),
                top);
    }

    /** Empty where they cannot be read. */
    private static List<String> childControllers(Path folder) {
        try {
            return List.of(Files.readString(folder.resolve("cgroup.subtree_control"))
                    .strip()
                    .split("\\s+"));
        } catch (IOException e) {
            return List.of();
        }
    }

    private static PreconditionException missing(String controllers, Path where) {
        return PreconditionException.environment(
                "no cgroup here may limit %s: %s does not delegate that controller; with systemd, run this as root"
                        + " under systemd-run --scope -p Delegate=yes; in a container, start the container with a writable"
                        + " cgroup namespace, or run this outside",
                controllers, where);
    }
}
