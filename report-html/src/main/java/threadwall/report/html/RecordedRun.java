package threadwall.report.html;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import threadwall.record.RunFile;
import threadwall.record.RunRecord;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;
import threadwall.record.TaskRecord;
import threadwall.report.ShellQuoting;

/**
 * A run as a report has it.
 *
 * @param label what tells it from the others in the same report: the name of its folder
 * @param content of its {@code run.jsonl}
 * @param watched the steps that get a time line, in their order
 * @param sampled how many steps have samples at all
 * @param faults files beside the record that could not be read, in words
 */
public record RecordedRun(
        String label, RunFile.Content content, List<SampledStep> watched, int sampled, List<String> faults) {

    /** The finished steps. Records are files, so one may lack what this build always writes: such a step is left out. */
    public List<StepRecord> steps() {
        return content.steps().stream().filter(RecordedRun::isWhole).toList();
    }

    /** How many {@link #steps()} leaves out. */
    long incomplete() {
        return content.steps().stream().filter(step -> !isWhole(step)).count();
    }

    static boolean isWhole(StepRecord step) {
        var asked = step.asked();
        boolean named = asked != null && asked.server() != null && asked.route() != null;
        boolean planned = named && asked.shards() != null && asked.clients() != null;
        boolean measured = step.load() != null && step.connections() != null && step.server() != null;
        return planned
                && step.warnings() != null
                && step.outcome() != null
                && (measured || step.outcome() != Outcome.OK);
    }

    /** What task programs did. Those are left out that lack what every record has. */
    public List<TaskRecord> tasks() {
        return content.lines().stream()
                .filter(TaskRecord.class::isInstance)
                .map(TaskRecord.class::cast)
                .filter(task -> task.test() != null && task.program() != null && task.outcome() != null)
                .toList();
    }

    /** The run as first started; a record whose beginning is lost has none. */
    Optional<RunRecord> start() {
        return content.run();
    }

    /** The line that asked for it; empty where that is lost. */
    String typed() {
        return start().map(start -> "./threadwall " + ShellQuoting.line(start.command()))
                .orElse("");
    }

    /** How many lines of each other kind there are: {@code {probe=4}}. */
    Map<String, Long> others() {
        return OtherRecords.of(content.lines());
    }
}
