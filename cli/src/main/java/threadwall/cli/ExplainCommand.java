package threadwall.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import threadwall.process.PreconditionException;
import threadwall.record.RunFile;
import threadwall.record.StackFile;
import threadwall.record.StepNames;
import threadwall.record.StepRecord;
import threadwall.report.CpuText;

@Command(
        name = "explain",
        sortOptions = false,
        customSynopsis = {"./threadwall explain [--step N] DIR"},
        description = {
            "Shows where the CPU time of each step's server went.",
            "Splits it into user and system time. For a run made with sweep --profile also by",
            "kind of work: waking threads, polling sockets, sending, receiving, collecting",
            "garbage, compiling, the server's code.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  ./threadwall sweep --servers kilim,spring-virtual --profile --out results/why",
            "  ./threadwall explain results/why",
            "  ./threadwall explain --step 2 results/why",
            "",
            "The columns, and what they cannot tell: docs/reference/columns.md.",
            "Exit codes: 0 shown, 1 a record cannot be read, 2 usage, 3 no step with a CPU time to explain."
        })
final class ExplainCommand extends AbstractCommand {

    @Option(names = "--step", paramLabel = "N", description = "Show only this step, with its most frequent functions.")
    private Integer number;

    @Parameters(paramLabel = "DIR", description = "The folder of a sweep's run, with run.jsonl in it.")
    private Path folder;

    @Override
    public Integer call() throws Exception {
        RunFolder.requireRun("explain", folder);
        var content = RunFile.in(folder).read();
        content.skipped().forEach(line -> err().println("threadwall: skipped: " + line));
        var steps = content.steps();
        var out = out();
        if (number != null) {
            var step = step(steps);
            var stacks = StackFile.read(folder.resolve(step.asked().folder()));
            out.print(CpuText.of(step, StepNames.ofDone(steps), stacks));
            out.flush();
            return CpuText.isMeasured(step) ? 0 : Threadwall.INVALID;
        }
        out.print(CpuText.of(steps));
        out.flush();
        return steps.stream().anyMatch(CpuText::isMeasured) ? 0 : Threadwall.INVALID;
    }

    private StepRecord step(List<StepRecord> steps) throws PreconditionException {
        return steps.stream()
                .filter(step -> step.asked().number() == number)
                .findFirst()
                .orElseThrow(() -> PreconditionException.usage(
                        "--step %d: %s has no such finished step; it has %s",
                        number,
                        folder,
                        steps.isEmpty()
                                ? "none"
                                : steps.stream()
                                        .map(step -> String.valueOf(step.asked().number()))
                                        .collect(Collectors.joining(", "))));
    }
}
