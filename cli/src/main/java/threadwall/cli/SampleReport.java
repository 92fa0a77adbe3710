package threadwall.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import threadwall.process.PreconditionException;
import threadwall.record.RunFile;
import threadwall.record.RunRecord;
import threadwall.report.ShellQuoting;
import threadwall.report.html.RecordedRun;

/** The report of a run that comes with the project: the sweep whose table is in the README. */
final class SampleReport {

    private static final Path PLACE = Path.of("docs/data/20261122-sweep");

    private SampleReport() {}

    /** @throws PreconditionException (environment) when this copy of the project lacks it */
    static Path folder(Path home) throws PreconditionException {
        var folder = home.resolve(PLACE);
        if (!RunFile.in(folder).exists()) {
            throw PreconditionException.environment(
                    "--sample shows the run in %s, which is missing from %s; clone the project again, or name a run of your own",
                    PLACE, home);
        }
        return folder;
    }

    /** Creates the folder of the report. The run's own folder is part of the project and stays as it is. */
    static Path report(Path home) throws IOException {
        return ReportFile.in(Files.createDirectories(home.resolve("results/sample")));
    }

    /** Says where the run was recorded, so that nobody takes its figures for those of this machine. */
    static String says(RecordedRun run) {
        return run.content()
                .run()
                .map(start -> "a sample, not this machine: %s, recorded on %s on %s by %s"
                        .formatted(
                                PLACE,
                                start.at().atOffset(ZoneOffset.UTC).toLocalDate(),
                                machine(start.machine()),
                                command(start.command())))
                .orElse("a sample, not this machine: " + PLACE);
    }

    private static String machine(RunRecord.Machine machine) {
        var facts = new ArrayList<String>();
        facts.add(machine.cpu());
        facts.add(machine.cores() + " cores");
        facts.add(machine.memTotalBytes() == null ? null : "%,.0f GB".formatted(machine.memTotalBytes() / 1e9));
        facts.add(machine.kernel() == null ? null : "Linux " + machine.kernel());
        return facts.stream().filter(fact -> fact != null).collect(Collectors.joining(", "));
    }

    private static String command(List<String> arguments) {
        var command = new ArrayList<>(List.of("./threadwall"));
        command.addAll(arguments);
        return ShellQuoting.line(command);
    }
}
