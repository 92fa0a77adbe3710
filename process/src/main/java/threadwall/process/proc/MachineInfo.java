package threadwall.process.proc;

import java.nio.file.Path;
import java.util.List;
import threadwall.limits.SystemFiles;
import threadwall.record.RunRecord;

/** Describes the machine on which a figure was measured, without anything that identifies the machine or its owner. */
public final class MachineInfo {

    private static final Path PROC = Path.of("/proc");

    private MachineInfo() {}

    /** For a record whose run used no load engine. */
    public static RunRecord.Machine read() {
        return read(List.of());
    }

    /** @param engines version line of each load engine */
    public static RunRecord.Machine read(List<String> engines) {
        return read(PROC, engines);
    }

    /** MemTotal in bytes; {@code null} where it cannot be read. */
    public static Long memoryBytes() {
        return memoryBytes(new SystemFiles(PROC));
    }

    private static Long memoryBytes(SystemFiles proc) {
        return proc.kilobytes("meminfo", "MemTotal");
    }

    /** Of another machine, by a copy of its {@code /proc}; no JVM of it is known. */
    public static RunRecord.Machine copied(Path folder) {
        var proc = new SystemFiles(folder);
        int cores = proc.value("cpuinfo", text ->
                (int) text.lines().filter(line -> line.startsWith("processor")).count());
        return machine(proc, cores, null, List.of());
    }

    static RunRecord.Machine read(Path folder, List<String> engines) {
        return machine(
                new SystemFiles(folder),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version") + ", "
                        + System.getProperty("java.vendor"),
                engines);
    }

    private static RunRecord.Machine machine(SystemFiles proc, int cores, String jvm, List<String> engines) {
        return new RunRecord.Machine(
                proc.value("sys/kernel/osrelease", String::strip),
                proc.value("cpuinfo", MachineInfo::model),
                cores,
                memoryBytes(proc),
                jvm,
                engines);
    }

    /** {@code null} where {@code /proc/cpuinfo} names no model, as on ARM. */
    private static String model(String cpuinfo) {
        return cpuinfo.lines()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse(null);
    }
}
