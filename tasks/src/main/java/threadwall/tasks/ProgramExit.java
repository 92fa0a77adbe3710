package threadwall.tasks;

import java.util.List;
import java.util.Optional;
import threadwall.doctor.ThreadLimitMonitor.Foretold;
import threadwall.doctor.ThreadLimitMonitor.Found;
import threadwall.record.TaskRecord.Point;

/**
 * What was seen of a program by its end.
 *
 * @param printed on standard output, with the error report of a JVM
 * @param errors on standard error
 * @param exitCode 128 + the number of the signal that ended it; of no meaning when it was ended by us
 * @param stop why it ended when it did
 * @param seconds wall time, until it ended or we began to end it
 * @param found which limit the evidence names
 * @param foretold the limit that it would have met before the last of its threads; empty also for one that has none
 * @param curve all that was seen
 * @param files where all it said is kept
 */
record ProgramExit(
        TaskProgram program,
        TaskWorkload work,
        List<String> printed,
        List<String> errors,
        int exitCode,
        Stop stop,
        double seconds,
        Found found,
        Optional<Foretold> foretold,
        List<Point> curve,
        String files,
        List<String> command) {

    /** Whether a program came to its end, or was ended by us, and then why. */
    enum Stop {
        ITS_END,
        /** Its runtime started no more. */
        REFUSED,
        TIME,
        /** The machine was about to have none left. */
        MEMORY
    }

    boolean byUs() {
        return stop != Stop.ITS_END;
    }

    Optional<ProgramReport> answer() {
        return ProgramReport.in(printed);
    }

    /** Of its tree, the most at once. */
    long threads() {
        return curve.stream().mapToLong(Point::threads).max().orElse(0);
    }
}
