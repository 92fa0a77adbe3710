package threadwall.loadgen.proc;

import java.nio.file.Path;
import threadwall.limits.Readings;

/**
 * What a figure was measured on, without anything that names the machine or its owner.
 *
 * @param kernel release: "6.18.44"
 * @param cpu model name; null where {@code /proc/cpuinfo} has none, as on ARM
 * @param cores that this JVM may use, a cgroup's quota considered
 * @param memoryBytes MemTotal
 * @param jvm vendor and version of the JVM that runs this
 */
public record Machine(String kernel, String cpu, int cores, Long memoryBytes, String jvm) {

    public static Machine read() {
        return read(Path.of("/proc"));
    }

    static Machine read(Path proc) {
        Readings readings = new Readings(proc);
        return new Machine(
                readings.value("sys/kernel/osrelease", String::strip),
                readings.value("cpuinfo", Machine::model),
                Runtime.getRuntime().availableProcessors(),
                readings.kilobytes("meminfo", "MemTotal"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version") + ", "
                        + System.getProperty("java.vendor"));
    }

    private static String model(String cpuinfo) {
        return cpuinfo.lines()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse(null);
    }
}
