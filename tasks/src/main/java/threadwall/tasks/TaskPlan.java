package threadwall.tasks;

import java.util.ArrayList;
import java.util.List;
import threadwall.record.TaskRecord;

/**
 * One run of one program.
 *
 * @param number from 1, in the order in which the plans are run
 * @param repeat from 1
 * @param files its folder, as written in the command
 * @param command the line that starts it, from the project's root; a leading {@code java} is the one that runs the tool
 */
public record TaskPlan(
        int number, TaskProgram program, TaskWorkload workload, int repeat, String files, List<String> command) {

    /**
     * All programs with one workload, as often as there are repeats, then with the next: so a slow phase of the machine
     * affects all programs.
     *
     * @param workloads in this order
     * @param folder the run's, as written in command lines
     * @param cpus workers of a program that computes
     */
    public static List<TaskPlan> of(
            List<TaskProgram> programs, List<TaskWorkload> workloads, int repeats, String folder, int cpus) {
        var plans = new ArrayList<TaskPlan>();
        for (var workload : workloads) {
            for (int repeat = 1; repeat <= repeats; repeat++) {
                for (var program : programs) {
                    int number = plans.size() + 1;
                    var files = "%s/tasks/%03d-%s".formatted(folder, number, program.name());
                    plans.add(new TaskPlan(
                            number, program, workload, repeat, files, program.command(workload, files, cpus)));
                }
            }
        }
        return List.copyOf(plans);
    }

    /** @param runtime versions of the toolchain; {@code null} when there is none */
    TaskRecord.Plan inRecord(String runtime) {
        return new TaskRecord.Plan(
                workload.test().label(),
                program.name(),
                runtime,
                command,
                repeat,
                workload.tasks(),
                workload.sleep() == null
                        ? null
                        : Double.valueOf(workload.sleep().toMillis() / 1e3),
                workload.entries(),
                workload.arrival(),
                workload.keys() == null ? null : workload.keys().toString(),
                workload.seconds());
    }

    /** "go, 10,000 tasks, 10 s of sleep, repeat 2" */
    public String title() {
        return "%s, %s%s".formatted(program.name(), workload.title(), repeat > 1 ? ", repeat " + repeat : "");
    }
}
