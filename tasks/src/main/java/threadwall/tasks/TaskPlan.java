package threadwall.tasks;

import java.util.ArrayList;
import java.util.List;

/**
 * One run of one program.
 *
 * @param number from 1, in the order in which they are run
 * @param repeat from 1
 * @param files its folder, as it stands in the command
 * @param command the line that starts it, from the project's root; a leading {@code java} is the one that runs the tool
 */
public record TaskPlan(
        int number, TaskProgram program, TaskWorkload work, int repeat, String files, List<String> command) {

    /**
     * All programs on one piece of work, as often as there are repeats, then on the next: a slow phase of the machine meets
     * them all.
     *
     * @param works in this order
     * @param folder the run's, as it is to stand in command lines
     * @param cpus workers of a hash map program
     */
    public static List<TaskPlan> of(
            List<TaskProgram> programs, List<TaskWorkload> works, int repeats, String folder, int cpus) {
        var plans = new ArrayList<TaskPlan>();
        for (var work : works) {
            for (int repeat = 1; repeat <= repeats; repeat++) {
                for (var program : programs) {
                    int number = plans.size() + 1;
                    var files = "%s/tasks/%03d-%s".formatted(folder, number, program.name());
                    plans.add(new TaskPlan(number, program, work, repeat, files, program.command(work, files, cpus)));
                }
            }
        }
        return List.copyOf(plans);
    }

    /** "go, 10,000 tasks, 10 s of sleep, repeat 2" */
    public String title() {
        return "%s, %s%s".formatted(program.name(), work.title(), repeat > 1 ? ", repeat " + repeat : "");
    }
}
