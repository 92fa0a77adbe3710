package threadwall.limits;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** The lines "Name: value" of a {@code /proc/PID/status} (proc_pid_status(5)). */
record ProcStatus(Map<String, String> fields) {

    /** The status of the process with this folder of /proc; null when the process is gone or not readable. */
    static ProcStatus read(Path process) {
        return new SystemFiles(process).value("status", ProcStatus::parse);
    }

    static ProcStatus parse(String text) {
        Map<String, String> fields = new HashMap<>();
        text.lines()
                .map(line -> line.split(":", 2))
                .filter(parts -> parts.length == 2)
                .forEach(parts -> fields.put(parts[0], parts[1].strip()));
        return new ProcStatus(Map.copyOf(fields));
    }

    String name() {
        return fields.getOrDefault("Name", "");
    }

    /** The line is "real effective saved file system". */
    long realUid() {
        return firstNumber("Uid");
    }

    long realGid() {
        return firstNumber("Gid");
    }

    long threads() {
        return firstNumber("Threads");
    }

    /**
     * Whether the process lives in the PID namespace that this {@code /proc} shows, and so finds itself there by its PID.
     * NSpid lists its PIDs from that namespace down to its own.
     */
    boolean inNamespaceOfProc() {
        return fields.getOrDefault("NSpid", "").split("\\s+").length == 1;
    }

    /** A capability set, such as "CapEff", as bits. */
    long capabilities(String set) {
        return Long.parseUnsignedLong(fields.getOrDefault(set, "0"), 16);
    }

    /** 0 without such a line: Linux always has it, a recorded tree may leave it out. */
    private long firstNumber(String name) {
        return Long.parseLong(fields.getOrDefault(name, "0").split("\\s+")[0]);
    }
}
