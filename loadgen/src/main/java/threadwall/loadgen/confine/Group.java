package threadwall.loadgen.confine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import threadwall.limits.Cgroups;
import threadwall.loadgen.plan.Refused;

/**
 * A cgroup that is to be made: below this process's own in each hierarchy of version 1, so that what holds for this process
 * holds for those in it; in version 2, where a cgroup with processes has no controllers for others, in the nearest one above
 * that has (cgroups(7), "no internal processes").
 *
 * @param limits what is to be written into which of its files
 */
record Group(Path folder, Map<String, String> limits) {

    /** A controller by its name in either version, and the limit in either. */
    private record Controller(String v1, String v2, String v1File, String v1Limit, String v2File, String v2Limit) {

        static Controller memory(long bytes) {
            var text = Long.toString(bytes);
            return new Controller("memory", "memory", "memory.limit_in_bytes", text, "memory.max", text);
        }

        static Controller reads(Bounds.Reads reads) {
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
     * @throws Refused (environment) where they cannot, with what is missing
     */
    static List<Group> of(Path root, String name, Bounds bounds) throws Refused {
        var controllers = new ArrayList<Controller>();
        controllers.add(Controller.memory(bounds.memoryBytes()));
        if (bounds.reads() != null) {
            controllers.add(Controller.reads(bounds.reads()));
        }
        Map<Path, Map<String, String>> groups = new LinkedHashMap<>();
        for (var controller : controllers) {
            var own = Cgroups.own(root, controller.v1())
                    .orElseThrow(() -> Refused.environment("no cgroup file system shows here; mount one"))
                    .folders()
                    .stream()
                    .map(folder -> root.resolve(Path.of("/").relativize(folder)))
                    .toList();
            boolean v2 = Files.exists(own.getFirst().resolve("cgroup.controllers"));
            var parent = v2 ? parent(own, controller.v2()) : own.getFirst();
            if (!v2 && !Files.exists(parent.resolve("tasks"))) {
                throw missing(controller.v1(), parent);
            }
            if (!Files.isWritable(parent) || !Files.isWritable(parent.resolve("cgroup.procs"))) {
                throw Refused.environment(
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
                .map(group -> new Group(group.getKey(), Map.copyOf(group.getValue())))
                .toList();
    }

    private static Path parent(List<Path> own, String controller) throws Refused {
        for (var folder : own) {
            if (controllersBelow(folder).contains(controller)) {
                return folder;
            }
        }
        throw missing(controller, own.getLast());
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

    private static Refused missing(String controller, Path where) {
        return Refused.environment(
                "no cgroup here may limit %s: %s has no such controller for those below it; in a container, start it with"
                        + " a writable cgroup namespace, or run this outside",
                controller, where);
    }
}
