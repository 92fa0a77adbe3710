package threadwall.process.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A block device of this machine.
 *
 * @param number {@code MAJOR:MINOR}, as used by cgroups and {@code /sys/dev/block}
 * @param name as used by {@code /proc/diskstats}
 */
public record BlockDevice(String number, String name) {

    /**
     * Size of a sector in {@code /proc/diskstats}, whatever the device's sector size is (Documentation/block/stat.rst).
     */
    private static final int SECTOR_BYTES = 512;

    /** What the device has read since boot: completed requests, with merged ones counted once, and bytes. */
    public record ReadCounters(long requests, long bytes) {}

    /** The whole disk that holds a file; empty where its file system is on no disk, or on several. */
    public static Optional<BlockDevice> of(Path file) throws IOException {
        // glibc, gnu_dev_major and gnu_dev_minor
        long device = (Long) Files.getAttribute(file, "unix:dev");
        long major = device >>> 8 & 0xfff | device >>> 32 & ~0xfffL;
        long minor = device & 0xff | device >>> 12 & ~0xffL;
        var block = Path.of("/sys/dev/block/%d:%d".formatted(major, minor));
        if (!Files.exists(block)) {
            return Optional.empty();
        }
        var own = block.toRealPath();
        // cgroups limit disks, not partitions
        var disk = Files.exists(own.resolve("partition")) ? own.getParent() : own;
        return Optional.of(new BlockDevice(
                Files.readString(disk.resolve("dev")).strip(),
                disk.getFileName().toString()));
    }

    public ReadCounters reads() throws IOException {
        for (var line : Files.readAllLines(Path.of("/proc/diskstats"))) {
            // major minor name reads merged sectors …
            var words = line.strip().split("\\s+");
            if (words[2].equals(name)) {
                return new ReadCounters(Long.parseLong(words[3]), Long.parseLong(words[5]) * SECTOR_BYTES);
            }
        }
        throw new IOException("/proc/diskstats has no %s any more".formatted(name));
    }
}
