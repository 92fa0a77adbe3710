package threadwall.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import threadwall.loadgen.sweep.step.SweepRunner;
import threadwall.process.PreconditionException;
import threadwall.record.RunFile;
import threadwall.record.RunRecord;
import threadwall.record.StepPlan;

/** The folder of a sweep: a new one, or that of a run that is gone on with. */
final class SweepFolder {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--out", paramLabel = "DIR", description = "The run's folder (default: results/<UTC time>).")
    private Path out;

    @Option(
            names = "--resume",
            paramLabel = "DIR",
            description = "Run the steps that are left of the run in DIR. The plan is the one in DIR.")
    private Path resume;

    /** Where it is, or is to be; nothing is made. */
    Path path() {
        if (resume != null) {
            return resume;
        }
        return out != null ? out : RunFolder.now(Threadwall.home());
    }

    /**
     * The run that is gone on with; empty for a new one.
     *
     * @throws PreconditionException (usage) when the folder has none
     */
    Optional<RunRecord> resumed() throws PreconditionException, IOException {
        if (resume == null) {
            return Optional.empty();
        }
        var file = RunFile.in(resume);
        if (!file.exists()) {
            throw PreconditionException.usage(
                    "--resume %s: there is no %s in it; name the folder of a run", resume, RunFile.NAME);
        }
        return Optional.of(file.read()
                .run()
                .orElseThrow(() -> PreconditionException.usage(
                        "--resume %s: its %s holds no plan; start a new run", resume, RunFile.NAME)));
    }

    /**
     * The plan of a run that is gone on with is in its record, so options that would change it are refused.
     *
     * @param others options that may be given beside {@code --resume}
     * @throws PreconditionException (usage) for any more
     */
    void requireNoPlan(Set<String> others) throws PreconditionException {
        var given = command.commandLine().getParseResult().matchedOptions().stream()
                .map(OptionSpec::longestName)
                .filter(name -> !name.equals("--resume") && !others.contains(name))
                .collect(Collectors.joining(", "));
        if (!given.isEmpty()) {
            throw PreconditionException.usage(
                    "--resume continues the run in %s with its original plan; leave out %s", resume, given);
        }
    }

    /**
     * Sees to it that the record can be kept there.
     *
     * @throws PreconditionException as {@link RunFolder#requireWritable}; (usage) also when it has a run that is not to be gone on with
     */
    void requireWritable(Path folder) throws PreconditionException, IOException {
        if (resume != null) {
            return;
        }
        if (RunFile.in(folder).exists()) {
            throw PreconditionException.usage(
                    "%s already holds a run; continue it with --resume, or choose another --out", folder);
        }
        RunFolder.requireWritable(folder);
    }

    /** Those that a run in this folder has left. */
    static List<StepPlan> left(List<StepPlan> steps, Path folder) throws IOException {
        var file = RunFile.in(folder);
        return file.exists() ? SweepRunner.left(steps, file.read().steps()) : steps;
    }

    /**
     * Makes it, for this run alone unless it is named.
     *
     * @throws PreconditionException (environment) when another run was quicker
     */
    void make(Path folder) throws PreconditionException, IOException {
        if (out == null && resume == null) {
            RunFolder.take(folder);
        }
        Files.createDirectories(folder);
    }
}
