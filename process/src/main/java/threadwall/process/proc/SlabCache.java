package threadwall.process.proc;

import java.nio.file.Path;
import java.util.List;
import threadwall.limits.SystemFiles;

/**
 * One of the kernel's caches of objects of one kind, by slabinfo(5). The kernel merges caches of objects of the same size
 * and flags under the name of one of them (mm/slab_common.c, {@code find_mergeable}), so a name may stand for several kinds.
 *
 * @param objects in use
 * @param objectBytes of one object
 * @param bytes of all pages of the cache, free objects included
 */
public record SlabCache(String name, long objects, long objectBytes, long bytes) {

    /** "name active_objs num_objs objsize objperslab pagesperslab : tunables … : slabdata active_slabs num_slabs …" */
    private static final int OBJECTS = 1;

    private static final int OBJECT_BYTES = 3;
    private static final int PAGES_OF_A_SLAB = 5;
    private static final int SLABS = 14;

    /** All caches, in the kernel's order; null where {@code /proc/slabinfo} cannot be read: only root can. */
    public static List<SlabCache> readAll() {
        return readAll(Path.of("/proc"), Sysconf.PAGE_BYTES);
    }

    static List<SlabCache> readAll(Path proc, long pageBytes) {
        var text = new SystemFiles(proc).text("slabinfo");
        return text == null
                ? null
                : text.lines()
                        .filter(line -> !line.startsWith("slabinfo") && !line.startsWith("#"))
                        .map(line -> parse(line.strip().split("\\s+"), pageBytes))
                        .toList();
    }

    private static SlabCache parse(String[] words, long pageBytes) {
        return new SlabCache(
                words[0],
                Long.parseLong(words[OBJECTS]),
                Long.parseLong(words[OBJECT_BYTES]),
                Long.parseLong(words[PAGES_OF_A_SLAB]) * Long.parseLong(words[SLABS]) * pageBytes);
    }
}
