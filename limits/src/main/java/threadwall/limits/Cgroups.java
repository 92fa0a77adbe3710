package threadwall.limits;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The cgroups that count this process's threads: cgroup v1 where the pids controller has a hierarchy of its own there,
 * else v2 (cgroups(7), "The pids controller"; proc_pid_mountinfo(5)).
 */
final class Cgroups {

    private Cgroups() {}

    /**
     * One line of {@code /proc/self/mountinfo} for a cgroup file system.
     *
     * @param root the cgroup that shows at the mount point; "/" unless a part of the tree is mounted
     */
    private record Mount(String root, String point, boolean v2, List<String> options) {

        static Optional<Mount> parse(String line) {
            // 36 35 98:0 ROOT POINT options [tags…] - TYPE source super-options
            String[] halves = line.split(" - ", 2);
            String[] left = halves[0].split(" ");
            String[] right = halves.length < 2 ? new String[0] : halves[1].split(" ");
            if (right.length < 3 || !right[0].startsWith("cgroup")) {
                return Optional.empty();
            }
            return Optional.of(new Mount(
                    unescape(left[3]),
                    unescape(left[4]),
                    right[0].equals("cgroup2"),
                    Arrays.asList(right[2].split(","))));
        }

        /** The kernel writes blanks in a path in octal. */
        private static String unescape(String path) {
            return path.replace("\\040", " ");
        }
    }

    /** The pids controller from this process's cgroup up to the mount point; null when none can be found. */
    static List<CgroupPids> pids(Path root) {
        Readings self = new Readings(root.resolve("proc/self"));
        String cgroup = self.text("cgroup");
        String mountinfo = self.text("mountinfo");
        if (cgroup == null || mountinfo == null) {
            return null;
        }
        List<Mount> mounts =
                mountinfo.lines().map(Mount::parse).flatMap(Optional::stream).toList();
        Optional<Mount> v1 = mounts.stream()
                .filter(mount -> !mount.v2() && mount.options().contains("pids"))
                .findFirst();
        Optional<Mount> mount = v1.or(() -> mounts.stream().filter(Mount::v2).findFirst());
        Optional<String> path = pathOf(cgroup, v1.isPresent() ? "pids" : "");
        return mount.isPresent() && path.isPresent() ? ancestors(root, mount.get(), path.get()) : null;
    }

    /** The path of the line "ID:CONTROLLERS:PATH" whose controllers hold the one asked for; v2 has the empty one. */
    private static Optional<String> pathOf(String cgroup, String controller) {
        return cgroup.lines()
                .map(line -> line.split(":", 3))
                .filter(parts ->
                        parts.length == 3 && Arrays.asList(parts[1].split(",")).contains(controller))
                .map(parts -> parts[2])
                .findFirst();
    }

    private static List<CgroupPids> ancestors(Path root, Mount mount, String path) {
        List<CgroupPids> found = new ArrayList<>();
        Path point = Path.of(mount.point());
        for (Path at = point.resolve(below(mount, path)).normalize();
                at != null && at.startsWith(point);
                at = at.getParent()) {
            Path folder = root.resolve(Path.of("/").relativize(at));
            Readings here = new Readings(folder);
            // The root cgroup has no pids.max, and neither has one below a parent that does not delegate the
            // controller.
            if (Files.exists(folder.resolve("pids.max"))) {
                OptionalLong max = here.value(
                        "pids.max",
                        text -> text.strip().equals("max")
                                ? OptionalLong.empty()
                                : OptionalLong.of(Long.parseLong(text.strip())));
                if (max != null) {
                    found.add(new CgroupPids(at.toString(), max, here.number("pids.current")));
                }
            }
        }
        return found;
    }

    /** Where the cgroup lies below the mount point; the mount point itself when the path is outside what is mounted. */
    private static String below(Mount mount, String path) {
        Path top = Path.of(mount.root());
        Path own = Path.of(path);
        return own.startsWith(top) ? top.relativize(own).toString() : "";
    }
}
