package threadwall.report.html;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import threadwall.record.DataRecord;
import threadwall.record.DoctorRecord;
import threadwall.record.IdleRecord;
import threadwall.record.ProbeRecord;
import threadwall.record.ResilienceRecord;
import threadwall.record.RunFile;
import threadwall.record.RunRecord;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;
import threadwall.record.TaskRecord;
import threadwall.record.ThreadRecord;
import threadwall.report.ShellQuoting;

/**
 * A run with its files, as a report needs it.
 *
 * @param label distinguishes it from other runs of the report: the name of its folder
 * @param content of its {@code run.jsonl}
 * @param watched the steps that get a time line, in order
 * @param sampled number of steps with samples
 * @param faults sentences on files beside the record that could not be read
 */
public record RecordedRun(
        String label, RunFile.Content content, List<SampledStep> watched, int sampled, List<String> faults) {

    /** The finished steps. A record is a file, so a step may lack something; such a step is left out. */
    public List<StepRecord> steps() {
        return content.steps().stream().filter(RecordedRun::isWhole).toList();
    }

    /** The number of steps that {@link #steps()} leaves out. */
    long incomplete() {
        return content.steps().stream().filter(step -> !isWhole(step)).count();
    }

    static boolean isWhole(StepRecord step) {
        var asked = step.asked();
        boolean named = asked != null && asked.server() != null && asked.load().route() != null;
        boolean planned = named && asked.shards() != null && asked.clients() != null;
        boolean measured = step.load() != null && step.connections() != null && step.server() != null;
        return planned
                && step.warnings() != null
                && step.outcome() != null
                && (measured || step.outcome() != Outcome.OK);
    }

    /** The records of task programs. Those that lack something are left out. */
    public List<TaskRecord> tasks() {
        return content.of(TaskRecord.class)
                .filter(task -> task.plan().test() != null
                        && task.plan().program() != null
                        && task.result().outcome() != null)
                .toList();
    }

    /** The first line of the record; empty where it is lost. */
    public Optional<RunRecord> start() {
        return content.run();
    }

    /** The command line as typed; empty where it is lost. */
    String typed() {
        return start().map(start -> "./threadwall " + ShellQuoting.line(start.command()))
                .orElse("");
    }

    /** Lines of the other kinds, which a report only counts: {@code 4 probe lines}. */
    public List<String> others() {
        var counts = new TreeMap<String, Long>();
        for (var line : content.lines()) {
            switch (line) {
                case ProbeRecord probe -> counts.merge("probe line", 1L, Long::sum);
                case DoctorRecord doctor -> counts.merge("doctor line", 1L, Long::sum);
                case IdleRecord idle -> counts.merge("idle line", 1L, Long::sum);
                case ThreadRecord threads -> counts.merge("threads line", 1L, Long::sum);
                case ResilienceRecord resilience -> counts.merge("resilience line", 1L, Long::sum);
                case DataRecord data -> counts.merge("data line", 1L, Long::sum);
                default -> {} // drawn
            }
        }
        return counts.entrySet().stream()
                .map(kind -> PlainText.plural(kind.getValue(), kind.getKey()))
                .toList();
    }
}
