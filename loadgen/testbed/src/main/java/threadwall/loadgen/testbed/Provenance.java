package threadwall.loadgen.testbed;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import threadwall.limits.SystemFiles;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.process.GitCommit;
import threadwall.process.PreconditionException;
import threadwall.process.proc.MachineInfo;
import threadwall.record.RecordLine;
import threadwall.record.RunRecord;
import threadwall.record.StepPlan;

/** Describes where a record comes from: the machine, its settings and the project's commit. */
public final class Provenance {

    private static final List<String> SYSCTLS = List.of(
            "net.core.somaxconn",
            "net.ipv4.ip_local_port_range",
            "net.ipv4.ip_local_reserved_ports",
            "net.ipv4.tcp_max_syn_backlog",
            "net.ipv4.tcp_max_tw_buckets",
            "net.ipv4.tcp_congestion_control",
            "net.ipv4.tcp_mem",
            "kernel.pid_max",
            "kernel.threads-max",
            "vm.max_map_count",
            "fs.file-max",
            "fs.nr_open");

    /** Stands in printed and recorded command lines for the URL of a PostgreSQL, which may hold a password. */
    public static final String POSTGRES_URL = "{postgres}";

    private Provenance() {}

    /**
     * The first line of the record of a run that starts now.
     *
     * @param command the arguments that started the run
     * @throws PreconditionException (environment) when an engine that a step needs does not run
     */
    public static RunRecord run(Path home, List<String> command, List<StepPlan> steps)
            throws PreconditionException, IOException, InterruptedException {
        return run(home, command, steps, Preflight.engines(steps));
    }

    /** The same for a run whose record has no steps but which uses these engines. */
    public static RunRecord run(Path home, List<String> command, Set<LoadEngine> engines)
            throws PreconditionException, IOException, InterruptedException {
        return run(home, command, List.of(), engines);
    }

    private static RunRecord run(Path home, List<String> command, List<StepPlan> steps, Set<LoadEngine> engines)
            throws PreconditionException, IOException, InterruptedException {
        var versions = new ArrayList<String>();
        for (var engine : engines) {
            versions.add(Preflight.version(home, engine));
        }
        return new RunRecord(
                RecordLine.SCHEMA,
                Instant.now(),
                withoutUrl(command),
                GitCommit.of(home),
                MachineInfo.read(versions),
                sysctls(),
                steps);
    }

    private static Map<String, String> sysctls() {
        var values = new LinkedHashMap<String, String>();
        var sys = new SystemFiles(Path.of("/proc/sys"));
        for (var name : SYSCTLS) {
            var text = sys.text(name.replace('.', '/'));
            values.put(name, text == null ? null : text.strip().replace('\t', ' '));
        }
        return values;
    }

    /** Records are meant to be shared, and a JDBC URL may contain a password. */
    private static List<String> withoutUrl(List<String> command) {
        return command.stream()
                .map(word -> word.replaceFirst("jdbc:postgresql:.*", POSTGRES_URL))
                .toList();
    }
}
