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
 * @param workers how many a hash map program may workload on at once; 0 for one a CPU
 */
public record TaskProgram(String name, String family, Kind kind, Start start, int workers) {

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

    /** @param cpus of the machine: the workers of a program with one per CPU */
    List<String> command(TaskWorkload workload, String files, int cpus) {
        var line = new ArrayList<>(start.words(workload, files));
        line.addAll(workload.arguments(workers == 0 ? cpus : workers));
        return List.copyOf(line);
    }
}
