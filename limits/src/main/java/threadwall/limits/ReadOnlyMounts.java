package threadwall.limits;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which mounts are read-only: in a container {@code /proc/sys} and the cgroups often are, even for root
 * (proc_pid_mountinfo(5)).
 *
 * @param readOnly by mount point, as this process sees it; of two mounts on one point the later counts
 */
record ReadOnlyMounts(Map<Path, Boolean> readOnly) {

    static ReadOnlyMounts read(Path root) {
        Map<Path, Boolean> found = new LinkedHashMap<>();
        String mountinfo = new SystemFiles(root.resolve("proc/self")).text("mountinfo");
        if (mountinfo != null) {
            mountinfo
                    .lines()
                    .map(line -> line.split(" "))
                    .filter(words -> words.length > 5)
                    .forEach(words -> {
                        // 36 35 98:0 ROOT POINT options …: "ro" here is the mount's option, not the file system's
                        found.put(
                                Path.of(words[4].replace("\\040", " ").replace("\\134", "\\")),
                                Arrays.asList(words[5].split(",")).contains("ro"));
                    });
        }
        return new ReadOnlyMounts(found);
    }

    /** Whether a file is on a read-only mount; false where no mount is known. */
    boolean cover(Path file) {
        for (Path at = file; at != null; at = at.getParent()) {
            if (readOnly.containsKey(at)) {
                return readOnly.get(at);
            }
        }
        return false;
    }
}
