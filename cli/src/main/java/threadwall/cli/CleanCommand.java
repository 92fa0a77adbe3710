package threadwall.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import threadwall.process.PidNamespace;
import threadwall.process.PreconditionException;
import threadwall.process.cleanup.LeftoverProcesses;
import threadwall.process.cleanup.RecordedProcess;
import threadwall.process.cleanup.TemporaryFolder;
import threadwall.process.proc.ProcessIdentity;

@Command(
        name = "clean",
        sortOptions = false,
        customSynopsis = {"./threadwall clean [--dry-run] [DIR...]"},
        description = {
            "Ends processes and removes temporary folders that killed runs left behind.",
            "These are servers, clients and PostgreSQL whose supervisors were killed, too, and",
            "temporary folders that no process uses.",
            "",
            "It ends a process only if a run has recorded it, its supervisor is gone, and PID,",
            "start time and command line are still the same. It lists running sweeps and other",
            "users' processes, but does not touch them.",
            ""
        },
        footer = {
            "",
            "It sends SIGTERM, and SIGKILL six seconds later. It never touches records and reports.",
            "Exit codes: 0 cleaned, or nothing to do; 1 something could not be ended or removed; 2 usage;",
            "4 /proc shows another PID namespace, so a PID in it may be another process's."
        })
final class CleanCommand extends AbstractCommand {

    @Option(names = "--dry-run", description = "Print what would be ended and removed, and change nothing.")
    private boolean dryRun;

    @Parameters(
            arity = "0..*",
            paramLabel = "DIR",
            description = "Folders of runs made with --out DIR; results/ is always searched.")
    private List<Path> folders = List.of();

    @Override
    public Integer call() throws Exception {
        PidNamespace.requireOwnProc();
        // /proc shows real paths, without links
        var temporary = Path.of(System.getProperty("java.io.tmpdir")).toRealPath();
        var recorded = LeftoverProcesses.in(places(temporary));
        var leftovers = recorded.stream()
                .filter(one -> one.keepReason().isEmpty())
                .map(RecordedProcess::process)
                .toList();
        var remaining = dryRun ? List.<ProcessIdentity>of() : LeftoverProcesses.end(leftovers);
        recorded.stream().filter(one -> !remaining.contains(one.process())).forEach(this::print);
        var ended = leftovers.stream().map(ProcessIdentity::pid).collect(Collectors.toSet());
        remaining.forEach(process -> ended.remove(process.pid()));
        var kept = recorded.stream()
                .filter(one -> !ended.contains(one.process().pid()))
                .toList();
        var temporaries = TemporaryFolder.in(temporary, ended, kept);
        boolean removed = true;
        for (var folder : temporaries) {
            removed &= remove(folder);
        }
        for (var process : remaining) {
            err().println("threadwall: process %d still runs after SIGKILL; run clean again later"
                    .formatted(process.pid()));
        }
        if (recorded.isEmpty() && temporaries.isEmpty()) {
            out().println("nothing to clean up");
        }
        out().flush();
        return remaining.isEmpty() && removed ? 0 : Threadwall.FAILED;
    }

    private LinkedHashSet<Path> places(Path temporary) throws PreconditionException, IOException {
        var places = new LinkedHashSet<Path>();
        places.add(Threadwall.home().resolve("results"));
        for (var folder : folders) {
            if (!Files.isDirectory(folder)) {
                throw PreconditionException.usage(
                        "clean %s: there is no such folder; name the folder of a run", folder);
            }
            places.add(folder.toAbsolutePath().normalize());
        }
        places.addAll(TemporaryFolder.paths(temporary));
        return places;
    }

    private void print(RecordedProcess one) {
        var process = "process %d (%s): %s"
                .formatted(one.process().pid(), one.statusFile(), one.process().command());
        out().println(one.keepReason()
                .map(reason -> "kept: %s; reason: %s".formatted(process, reason))
                .orElse((dryRun ? "would end: " : "ended: ") + process));
    }

    private boolean remove(TemporaryFolder folder) {
        if (folder.keepReason().isPresent()) {
            out().println("kept: %s; reason: %s"
                    .formatted(folder.path(), folder.keepReason().get()));
            return true;
        }
        try {
            if (!dryRun) {
                folder.remove();
            }
            out().println((dryRun ? "would remove: " : "removed: ") + folder.path());
            return true;
        } catch (IOException e) {
            err().println("threadwall: " + e.getMessage());
            return false;
        }
    }
}
