package threadwall.loadgen.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import threadwall.limits.Readings;
import threadwall.loadgen.engine.Engine;
import threadwall.loadgen.plan.Refused;
import threadwall.loadgen.plan.Servers;
import threadwall.record.Line;
import threadwall.record.RunRecord;
import threadwall.record.StepPlan;

/** Where a record comes from: the machine, and the project's commit. */
public final class Provenance {

    private static final List<String> SYSCTLS = List.of(
            "net.core.somaxconn",
            "net.ipv4.ip_local_port_range",
            "net.ipv4.ip_local_reserved_ports",
            "net.ipv4.tcp_max_syn_backlog",
            "net.ipv4.tcp_max_tw_buckets",
            "net.ipv4.tcp_mem",
            "kernel.pid_max",
            "kernel.threads-max",
            "vm.max_map_count",
            "fs.file-max",
            "fs.nr_open");

    private Provenance() {}

    /**
     * The first line of a run that starts now.
     *
     * @param command the arguments that asked for it
     * @throws Refused (environment) without an engine that steps need
     */
    public static RunRecord run(Path home, List<String> command, List<StepPlan> steps)
            throws Refused, IOException, InterruptedException {
        return run(home, command, steps, Preflight.engines(steps));
    }

    /** The same of a run whose record has no steps, with the engines that it uses all the same. */
    public static RunRecord run(Path home, List<String> command, Set<Engine> engines)
            throws Refused, IOException, InterruptedException {
        return run(home, command, List.of(), engines);
    }

    private static RunRecord run(Path home, List<String> command, List<StepPlan> steps, Set<Engine> engines)
            throws Refused, IOException, InterruptedException {
        var versions = new ArrayList<String>();
        for (var engine : engines) {
            versions.add(Preflight.version(home, engine));
        }
        return new RunRecord(
                Line.SCHEMA, Instant.now(), withoutUrl(command), commit(home), machine(versions), sysctls(), steps);
    }

    private static Map<String, String> sysctls() {
        var values = new LinkedHashMap<String, String>();
        var sys = new Readings(Path.of("/proc/sys"));
        for (var name : SYSCTLS) {
            var text = sys.text(name.replace('.', '/'));
            values.put(name, text == null ? null : text.strip().replace('\t', ' '));
        }
        return values;
    }

    /** A record is meant to be shared, and a JDBC URL may hold a password. */
    private static List<String> withoutUrl(List<String> command) {
        return command.stream()
                .map(word -> word.replaceFirst("jdbc:postgresql:.*", Servers.POSTGRES_URL))
                .toList();
    }

    /** The machine alone, of a record that no engine is in. */
    public static RunRecord.Machine machine() {
        return machine(List.of());
    }

    private static RunRecord.Machine machine(List<String> engines) {
        var machine = threadwall.loadgen.proc.Machine.read();
        return new RunRecord.Machine(
                machine.kernel(), machine.cpu(), machine.cores(), machine.memoryBytes(), machine.jvm(), engines);
    }

    /** The project's commit, {@code -dirty} with local changes; {@code null} outside a git checkout or without git. */
    public static String commit(Path home) throws InterruptedException {
        try {
            var git = new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude", "*")
                    .directory(home.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            var text = new String(git.getInputStream().readAllBytes()).strip();
            return git.waitFor(10, TimeUnit.SECONDS) && git.exitValue() == 0 ? text : null;
        } catch (IOException e) {
            return null;
        }
    }
}
