package threadwall.tasks;

import java.util.ArrayList;
import java.util.List;

/**
 * A row: one program of a runtime.
 *
 * @param name {@code rust-tokio}
 * @param family what {@code runtimes/build.sh} builds it with: {@code rust}
 * @param kind what a task of it is
 * @param start the words that start it
 * @param workers how many a hash map program may work on at once; 0 for one a CPU
 */
public record TaskProgram(String name, String family, Kind kind, Start start, int workers) {

    /** What a task is to the kernel. */
    public enum Kind {
        /** A thread: it counts against the limits on threads, and its start is seen from outside. */
        THREAD,
        /** Something that the runtime keeps to itself. */
        OWN
    }

    /** The words that start a program on some work, its arguments left out; from the project's root. */
    @FunctionalInterface
    public interface Start {

        /** @param files folder for what a runtime writes when it dies, as it is to stand in the command */
        List<String> words(TaskWorkload work, String files);
    }

    /** @param cpus of the machine: the workers of a row that has one a CPU */
    List<String> command(TaskWorkload work, String files, int cpus) {
        var line = new ArrayList<>(start.words(work, files));
        line.addAll(work.arguments(workers == 0 ? cpus : workers));
        return List.copyOf(line);
    }
}
