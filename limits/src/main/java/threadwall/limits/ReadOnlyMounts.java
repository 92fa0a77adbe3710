package threadwall.limits;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is mounted where, and whether it can be written to at all: a container's {@code /proc/sys} and cgroups cannot, not
 * even by root (proc_pid_mountinfo(5)).
 *
 * @param readOnly mount points as they are seen from here, and whether each is read-only; of one mounted over another
 *     the later counts
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
                        // 36 35 98:0 ROOT POINT options …: "ro" there is the mount's own, whatever the file system's
                        // are
                        found.put(
                                Path.of(words[4].replace("\\040", " ").replace("\\134", "\\")),
                                Arrays.asList(words[5].split(",")).contains("ro"));
                    });
        }
        return new ReadOnlyMounts(found);
    }

    /** Whether a file is on a read-only mount; false where nothing is known of it. */
    boolean cover(Path file) {
        for (Path at = file; at != null; at = at.getParent()) {
            if (readOnly.containsKey(at)) {
                return readOnly.get(at);
            }
        }
        return false;
    }
}
