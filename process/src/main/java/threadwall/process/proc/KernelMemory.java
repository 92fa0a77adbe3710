package threadwall.process.proc;

import java.nio.file.Path;

/**
 * Memory of the whole machine in bytes, from {@code /proc/meminfo}; null when a value cannot be read.
 *
 * @param availableBytes MemAvailable: what can be allocated without swapping
 * @param kernelStackBytes KernelStack: 16 kB per thread on x86-64
 * @param pageTableBytes PageTables, of all processes
 * @param slabBytes Slab: kernel objects, sockets among them
 */
public record KernelMemory(Long availableBytes, Long kernelStackBytes, Long pageTableBytes, Long slabBytes) {

    public static KernelMemory read() {
        return read(Path.of("/proc"));
    }

    static KernelMemory read(Path proc) {
        KeyValueLines meminfo = KeyValueLines.read(proc.resolve("meminfo"));
        return new KernelMemory(
                meminfo.kilobytes("MemAvailable"),
                meminfo.kilobytes("KernelStack"),
                meminfo.kilobytes("PageTables"),
                meminfo.kilobytes("Slab"));
    }
}
