package threadwall.limits;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The cgroups that one controller charges a process to (cgroups(7), proc_pid_mountinfo(5)).
 *
 * @param folders as this process sees them, from its own cgroup up to the mount point
 * @param hidden whether there are cgroups above the last folder that this process cannot see: in a cgroup namespace, or
 *     where only a part of the tree is mounted
 */
public record Cgroups(List<Path> folders, boolean hidden) {

    /**
     * One line of {@code /proc/self/mountinfo} for a cgroup file system.
     *
     * @param root the cgroup that is mounted at the mount point; "/" unless only a part of the tree is mounted
     */
    private record Mount(String root, Path point, boolean v2, List<String> options) {

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
                    Path.of(unescape(left[4])),
                    right[0].equals("cgroup2"),
                    Arrays.asList(right[2].split(","))));
        }

        /** The kernel writes spaces and backslashes of a path in octal. */
        private static String unescape(String path) {
            return path.replace("\\040", " ").replace("\\134", "\\");
        }
    }

    /** The cgroups of this process, as {@link #of(Path, String, Optional)} finds them. */
    public static Optional<Cgroups> own(Path root, String controller) {
        return of(root, controller, Optional.empty());
    }

    /** The cgroups of another process, as this one sees them; empty also when it has ended. */
    public static Optional<Cgroups> of(Path root, String controller, long pid) {
        return of(root, controller, "proc/" + pid, Optional.empty());
    }

    /**
     * Finds the cgroups of a controller, in its hierarchy of version 1 if it has one, else in version 2.
     *
     * @param user the user whose logins are wanted: their cgroup is {@code user.slice/user-UID.slice}, if systemd has made
     *     it; empty for this process's own cgroup
     * @return empty when no hierarchy is found
     */
    static Optional<Cgroups> of(Path root, String controller, Optional<UserAccount> user) {
        return of(root, controller, "proc/self", user);
    }

    private static Optional<Cgroups> of(Path root, String controller, String process, Optional<UserAccount> user) {
        String cgroup = new SystemFiles(root.resolve(process)).text("cgroup");
        String mountinfo = new SystemFiles(root.resolve("proc/self")).text("mountinfo");
        if (cgroup == null || mountinfo == null) {
            return Optional.empty();
        }
        List<Mount> mounts =
                mountinfo.lines().map(Mount::parse).flatMap(Optional::stream).toList();
        Optional<Mount> v1 = mounts.stream()
                .filter(mount -> !mount.v2() && mount.options().contains(controller))
                .findFirst();
        Optional<Mount> mount = v1.or(() -> mounts.stream().filter(Mount::v2).findFirst());
        Optional<String> path = pathOf(cgroup, v1.isPresent() ? controller : "");
        return mount.isPresent() && path.isPresent()
                ? Optional.of(ancestors(root, mount.get(), path.get(), user))
                : Optional.empty();
    }

    /** The path in the line "ID:CONTROLLERS:PATH" that lists the controller; version 2 has an empty list. */
    private static Optional<String> pathOf(String cgroup, String controller) {
        return cgroup.lines()
                .map(line -> line.split(":", 3))
                .filter(parts ->
                        parts.length == 3 && Arrays.asList(parts[1].split(",")).contains(controller))
                .map(parts -> parts[2])
                .findFirst();
    }

    private static Cgroups ancestors(Path root, Mount mount, String path, Optional<UserAccount> user) {
        Path point = mount.point();
        Path own = user.map(account -> point.resolve("user.slice/user-" + account.uid() + ".slice"))
                .filter(slice -> Files.isDirectory(below(root, slice)))
                .orElse(point.resolve(relative(mount, path)));
        List<Path> folders = new ArrayList<>();
        for (Path at = own; at != null && at.startsWith(point); at = at.getParent()) {
            folders.add(at);
        }
        // the real root cgroup has no limit files; if they exist here, this is a namespace's root with more cgroups
        // above
        boolean hidden = !mount.root().equals("/")
                || Files.exists(below(root, point).resolve("pids.max"))
                || Files.exists(below(root, point).resolve("cgroup.type"));
        return new Cgroups(List.copyOf(folders), hidden);
    }

    /** The cgroup's path below the mount point; empty when the path lies outside the mounted part. */
    private static String relative(Mount mount, String path) {
        Path top = Path.of(mount.root());
        Path own = Path.of(path);
        boolean outside = path.startsWith("/..") || !own.startsWith(top); // "/..": above the root of our namespace
        return outside ? "" : top.relativize(own).toString();
    }

    /** Maps an absolute path of the machine into the tree below {@code root}. */
    static Path below(Path root, Path absolute) {
        return root.resolve(Path.of("/").relativize(absolute));
    }
}
