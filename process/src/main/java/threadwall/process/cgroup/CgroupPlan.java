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
 * A cgroup that is to be made: below this process's own in each hierarchy of version 1, so that what holds for this process
 * holds for those in it; in version 2, where a cgroup with processes has no controllers for others, in the nearest one above
 * that has (cgroups(7), "no internal processes"), and all of them, for there a process is in one cgroup only.
 *
 * @param limits what is to be written into which of its files
 */
record CgroupPlan(Path folder, Map<String, String> limits) {

    /** A controller by its name in either version, and the limit in either. */
    private record Controller(String v1, String v2, String v1File, String v1Limit, String v2File, String v2Limit) {

        static Controller memory(long bytes) {
            var text = Long.toString(bytes);
            return new Controller("memory", "memory", "memory.limit_in_bytes", text, "memory.max", text);
        }

        static Controller reads(CgroupLimits.Reads reads) {
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

    /**
     * Where these bounds can be set, by reading alone.
     *
     * @param root of the machine's files
     * @throws PreconditionException (environment) where they cannot, with what is missing
     */
    static List<CgroupPlan> of(Path root, String name, CgroupLimits bounds) throws PreconditionException {
        var controllers = new ArrayList<Controller>();
        controllers.add(Controller.memory(bounds.memoryBytes()));
        if (bounds.reads() != null) {
            controllers.add(Controller.reads(bounds.reads()));
        }
        var unified = new ArrayList<String>();
        for (var controller : controllers) {
            if (isV2(own(root, controller))) {
                unified.add(controller.v2());
            }
        }
        Map<Path, Map<String, String>> groups = new LinkedHashMap<>();
        for (var controller : controllers) {
            var own = own(root, controller);
            boolean v2 = isV2(own);
            var parent = v2 ? parent(own, unified) : own.getFirst();
            if (!v2 && !Files.exists(parent.resolve("tasks"))) {
                throw missing(controller.v1(), parent);
            }
            if (!Files.isWritable(parent) || !Files.isWritable(parent.resolve("cgroup.procs"))) {
                throw PreconditionException.environment(
                        "may not make a cgroup in %s; run it as root, or where systemd has given you one"
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

    /** This process's own first. */
    private static List<Path> own(Path root, Controller controller) throws PreconditionException {
        return Cgroups.own(root, controller.v1())
                .orElseThrow(() -> PreconditionException.environment("no cgroup file system shows here; mount one"))
                .folders()
                .stream()
                .map(folder -> root.resolve(Path.of("/").relativize(folder)))
                .toList();
    }

    private static boolean isV2(List<Path> own) {
        return Files.exists(own.getFirst().resolve("cgroup.controllers"));
    }

    private static Path parent(List<Path> own, List<String> controllers) throws PreconditionException {
        for (var folder : own) {
            if (controllersBelow(folder).containsAll(controllers)) {
                return folder;
            }
        }
        // what one has for those below it, each above it has as well
        var top = own.getLast();
        var there = controllersBelow(top);
        throw missing(
                controllers.stream()
                        .filter(controller -> !there.contains(controller))
                        .collect(Collectors.joining(" and ")),
                top);
    }

    /** None where it cannot be read. */
    private static List<String> controllersBelow(Path folder) {
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
                "no cgroup here may limit %s: %s has no such controller for those below it; where systemd is, run it as root"
                        + " under systemd-run --scope -p Delegate=yes; in a container, start that with a writable cgroup"
                        + " namespace, or run this outside",
                controllers, where);
    }
}
