package threadwall.cli;

import static threadwall.cli.OutputOptions.Output.RECORD_JSON;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import threadwall.doctor.Doctor;
import threadwall.doctor.HeadroomExporter;
import threadwall.doctor.HeadroomExporter.Watched.Pid;
import threadwall.doctor.HeadroomExporter.Watched.Unit;
import threadwall.doctor.HostDoctor;
import threadwall.doctor.ProcessDoctor;
import threadwall.doctor.SystemdUnit;
import threadwall.limits.LimitSubject;
import threadwall.probes.ProbeUser;
import threadwall.process.PreconditionException;
import threadwall.process.RemoteHost;
import threadwall.record.DoctorRecord;
import threadwall.record.DoctorRecord.Diagnosed;
import threadwall.record.ProbeRecord;
import threadwall.record.RecordLine;
import threadwall.record.RunFile;
import threadwall.report.DoctorText;
import threadwall.report.ProbeText;

@Command(
        name = "doctor",
        sortOptions = false,
        customSynopsis = {
            "./threadwall doctor [--host HOST] [--threads N] [--connections N] [OPTION...]",
            "./threadwall doctor --pid PID|--unit UNIT [--threads N] [--connections N] [OPTION...]",
            "./threadwall doctor --pid PID|--unit UNIT --exporter FILE|:PORT [--interval TIME]",
            "./threadwall doctor --probe threads|connections [OPTION...]"
        },
        description = {
            "Finds the limit that stops threads or connections first, and how to raise it.",
            "With --probe it measures the limit by reaching it, in child processes. With --pid or",
            "--unit it tells how many more a process that runs can have, by its own limits.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  ./threadwall doctor",
            "  ./threadwall doctor --threads 40k",
            "  ./threadwall doctor --connections 40k --json -",
            "  ./threadwall doctor --host web1 --connections 40k",
            "  ./threadwall doctor --pid 4242",
            "  ./threadwall doctor --unit tomcat.service --threads 500",
            "  ./threadwall doctor --unit tomcat.service --exporter /var/lib/node_exporter/threadwall.prom",
            "  sudo ./threadwall doctor --probe threads --user $USER",
            "",
            "Counts take k and M; with --pid they are threads or connections in addition. Root is",
            "needed to probe as another user, and to read all of another user's process. While a probe",
            "holds a limit that all processes share (pid_max, a cgroup), no process can start",
            "a thread, for about a second. Every probe is kept in results/.",
            "Exit codes: 0 what was asked fits, or the probe confirms the prediction;",
            "2 usage; 3 a probe contradicts it, names no limit, or runs out of time;",
            "4 what was asked does not fit, or the environment does not allow the probe."
        })
final class DoctorCommand extends AbstractCommand {

    private static final int DOES_NOT_FIT = 4;

    private static final int HIGHEST_PORT = 65_535;

    @Option(
            names = "--threads",
            paramLabel = "N",
            converter = CountConverter.Count.class,
            description = "Check whether one JVM can have N platform threads.")
    private Integer threads;

    @Option(
            names = "--connections",
            paramLabel = "N",
            converter = CountConverter.Count.class,
            description = "Check whether one server process can hold N connections.")
    private Integer connections;

    @Option(
            names = "--user",
            paramLabel = "NAME",
            description = "The user of the process (default: you; with --host, the user that ssh logs in).")
    private String user;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description = "Read the limits of another host by ssh; nothing is installed there. What a thread"
                    + " costs is estimated.")
    private String host;

    @Option(
            names = "--pid",
            paramLabel = "PID",
            description = "A process that runs: how many more threads and connections it can have, by its own resource"
                    + " limits, cgroups and user. What a thread costs is estimated.")
    private Long pid;

    @Option(
            names = "--unit",
            paramLabel = "UNIT",
            description = "The same for the main process of a service of systemd.")
    private String unit;

    @Option(
            names = "--container",
            description =
                    "Tell which limits are the container's and which the host's, also where no file says that this is"
                            + " a container.")
    private boolean container;

    @Option(
            names = "--exporter",
            paramLabel = "FILE|:PORT",
            description =
                    "With --pid or --unit: write how many more it can have as OpenMetrics text until the process ends, to"
                            + " a file for node_exporter's textfile collector, or on a port of 127.0.0.1 for Prometheus.")
    private String exporter;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            converter = TimeConverter.Seconds.class,
            defaultValue = "15s",
            description = "How often --exporter replaces its file (default: ${DEFAULT-VALUE}).")
    private int intervalSeconds;

    @Mixin
    private final OutputOptions outputs = new OutputOptions(RECORD_JSON);

    @Option(
            names = "--probe",
            paramLabel = "threads|connections",
            description =
                    "Measure the limit by reaching it: start threads, or open connections, until the kernel refuses"
                            + " one. At a limit that all processes share, others cannot start a thread for about a second.")
    private String probe;

    @Option(
            names = {"--time-limit", "--limit"},
            paramLabel = "TIME",
            converter = TimeConverter.Seconds.class,
            description = "Time limit of a probe, 90s or 4m (default: 2m; 30,000 threads take about a minute).")
    private Integer limitSeconds;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for the probe's record, appended to those in it (default: a new results/<UTC time>).")
    private Path out;

    @Override
    public Integer call() throws Exception {
        if (probe != null && (threads != null || connections != null)) {
            throw usage("--probe counts up to the limit itself: leave --threads and --connections out");
        }
        if (probe == null && (limitSeconds != null || out != null)) {
            throw usage("--time-limit and --out apply to a probe only: add --probe threads or --probe connections");
        }
        if (probe != null && host != null) {
            throw usage("--probe measures on this machine: leave it or --host out");
        }
        if (pid != null && unit != null) {
            throw usage("--pid and --unit each name a process: leave one of them out");
        }
        if ((pid != null || unit != null) && (probe != null || host != null || user != null)) {
            throw usage("--pid and --unit read a process of this machine: leave --probe, --host and --user out");
        }
        var subject = probe == null ? null : subject(probe);
        if (exporter != null) {
            export();
            return 0;
        }
        if (isGiven("--interval")) {
            throw usage("--interval is for --exporter: add it, or leave --interval out");
        }
        outputs.open();
        if (pid != null || unit != null) {
            return print(
                    ProcessDoctor.examine(pid == null ? SystemdUnit.mainProcess(unit) : pid, asked(), arguments()));
        }
        if (host != null) {
            return print(HostDoctor.examine(
                    new RemoteHost(Threadwall.home(), host), Optional.ofNullable(user), asked(), arguments()));
        }
        var doctor = new Doctor(Threadwall.home(), user == null ? ProbeUser.currentUser() : ProbeUser.named(user));
        return subject == null ? examine(doctor) : probe(doctor, subject);
    }

    private void export() throws PreconditionException, IOException, InterruptedException {
        if (pid == null && unit == null) {
            throw usage("--exporter is for a process that runs: add --pid or --unit");
        }
        for (var option : List.of("--threads", "--connections", "--json")) {
            if (isGiven(option)) {
                throw usage("--exporter writes what is left of all limits: leave " + option + " out");
            }
        }
        try (var progress = new ConsoleProgress(err())) {
            var export = new HeadroomExporter(pid == null ? new Unit(unit) : new Pid(pid), progress);
            if (exporter.startsWith(":")) {
                if (isGiven("--interval")) {
                    throw usage("--interval is for a file; a port is read when it is asked: leave --interval out");
                }
                export.onPort(port(exporter.substring(1)));
            } else {
                export.toFile(Path.of(exporter).toAbsolutePath(), Duration.ofSeconds(intervalSeconds));
            }
        }
    }

    private int port(String text) {
        if (!text.matches("\\d{1,5}") || Integer.parseInt(text) > HIGHEST_PORT) {
            throw usage("--exporter ':" + text + "' is not a port, such as :9200");
        }
        return Integer.parseInt(text);
    }

    private LimitSubject subject(String name) {
        return switch (name) {
            case "threads" -> LimitSubject.THREADS;
            case "connections" -> LimitSubject.CONNECTIONS;
            default -> throw usage("--probe '" + name + "' is neither threads nor connections");
        };
    }

    private int examine(Doctor doctor) throws IOException, InterruptedException {
        return print(doctor.examine(asked(), arguments()));
    }

    private int print(DoctorRecord read) throws IOException {
        var record = container && read.container() == null ? read.in("a runtime that no file tells") : read;
        write(record, DoctorText.render(record));
        return record.diagnoses().stream().allMatch(Diagnosed::fits) ? 0 : DOES_NOT_FIT;
    }

    /** Without a target both are told, each by the most that there can be. */
    private Map<LimitSubject, OptionalLong> asked() {
        var asked = new LinkedHashMap<LimitSubject, OptionalLong>();
        if (threads != null || connections == null) {
            asked.put(LimitSubject.THREADS, threads == null ? OptionalLong.empty() : OptionalLong.of(threads));
        }
        if (connections != null || threads == null) {
            asked.put(
                    LimitSubject.CONNECTIONS,
                    connections == null ? OptionalLong.empty() : OptionalLong.of(connections));
        }
        return asked;
    }

    private int probe(Doctor doctor, LimitSubject subject)
            throws IOException, InterruptedException, PreconditionException {
        var bound = Duration.ofSeconds(limitSeconds == null ? 120 : limitSeconds);
        var folder = out == null ? RunFolder.now(Threadwall.home()) : out;
        RunFolder.requireWritable(folder);
        try (var progress = new ConsoleProgress(err())) {
            var record = doctor.probe(subject, bound, arguments(), progress);
            progress.close();
            write(record, ProbeText.render(record));
            var file = RunFile.in(out == null ? RunFolder.make(folder) : Files.createDirectories(out));
            file.append(record);
            err().println("record: " + file.path());
            return record.outcome() == ProbeRecord.Outcome.AS_PREDICTED ? 0 : Threadwall.INVALID;
        }
    }

    private void write(RecordLine record, String text) {
        outputs.write(out(), () -> text, Map.of(RECORD_JSON, () -> RunFile.json(record) + "\n"));
    }
}
