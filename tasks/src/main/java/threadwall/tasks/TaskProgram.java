package threadwall.tasks;

import java.util.ArrayList;
import java.util.List;

/**
 * One program of a runtime: a row of the table.
 *
 * @param name {@code rust-tokio}
 * @param family what {@code task-programs/build.sh} builds it with: {@code rust}
 * @param kind what its tasks are to the kernel
 * @param start its command without arguments
 * @param takesWorkers whether {@code --workers} applies to it; other programs have their own number, or ignore it
 * @param workers tasks that it computes at once; {@code null} for one per CPU
 */
public record TaskProgram(String name, String family, Kind kind, Start start, boolean takesWorkers, Integer workers) {

    private static final String WORKERS = "-workers";

    /** What the kernel sees of a task. */
    public enum Kind {
        /** A thread: it counts against limits on threads, and its start is visible from outside. */
        THREAD,
        /** An object of the runtime, which the kernel does not see. */
        USER_SPACE
    }

    /** The command of a program for some workload, without arguments, run from the project's root. */
    @FunctionalInterface
    public interface Start {

        /** @param files folder for the error report of a runtime, as written in the command */
        List<String> words(TaskWorkload workload, String files);
    }

    /** The same with a number of workers, and a name that has it: {@code go-pool-12-workers}, {@code go-12-workers}. */
    TaskProgram withWorkers(int number) {
        var stem = name.endsWith(WORKERS) ? name.substring(0, name.length() - WORKERS.length()) : name;
        return new TaskProgram(stem + "-" + number + WORKERS, family, kind, start, false, number);
    }

    /** @param cpus of the machine: the workers of a program with one per CPU */
    List<String> command(TaskWorkload workload, String files, int cpus) {
        var line = new ArrayList<>(start.words(workload, files));
        line.addAll(workload.arguments(workers == null ? cpus : workers));
        return List.copyOf(line);
    }
}
