package threadwall.lessons;

import java.util.ArrayList;
import java.util.List;
import threadwall.record.TaskRecord;

/** What a sleeping task holds in memory, as a platform thread, a virtual thread and a fiber. */
final class TaskMemoryLesson implements Lesson {

    private static final String THREADS = "java-threads";
    private static final String VIRTUAL = "java-virtual";

    @Override
    public Finding run(Records records) throws UnusableRecordException {
        var bars = new ArrayList<BarChart.Bar>();
        for (var program : List.of(THREADS, VIRTUAL, "kilim-timer")) {
            bars.add(new BarChart.Bar(program, kilobytes(records, program)));
        }
        return Finding.measured(
                new Figure("memory of a platform thread", kilobytes(records, THREADS), "kB"),
                BarChart.of("Memory of a sleeping task, the kernel's share included", "kB", bars));
    }

    @Override
    public Finding change(Records records) throws UnusableRecordException {
        double resident = perTask(records, THREADS, memory -> (double) memory.peakRssBytes());
        double all = kilobytes(records, THREADS);
        return Finding.measured(
                new Figure("memory of a platform thread", all, "kB"),
                BarChart.of(
                        "Memory of a platform thread",
                        "kB",
                        List.of(new BarChart.Bar("resident", resident), new BarChart.Bar("with the kernel's", all))));
    }

    @Override
    public Check check(Records records) throws UnusableRecordException {
        return new Check.Number(kilobytes(records, THREADS) / kilobytes(records, VIRTUAL), 0.2);
    }

    private static double kilobytes(Records records, String program) throws UnusableRecordException {
        return perTask(records, program, TaskMemoryLesson::withTheKernels);
    }

    /**
     * What other processes give back meanwhile is subtracted from the kernel's share, so that of a program with few threads may
     * be read as less than nothing: several megabytes on a quiet machine.
     */
    private static double withTheKernels(TaskRecord.Memory memory) {
        return Math.max(memory.peakRssBytes(), memory.totalBytes());
    }

    /** Whether no task had ended before the last one was started. */
    private static boolean allAlive(TaskRecord run) {
        var said = run.said();
        return said == null
                || said.mostAlive() == null
                || said.mostAlive() >= run.plan().tasks();
    }

    private interface Bytes {
        double of(TaskRecord.Memory memory);
    }

    /** What each task adds to the memory of a program with one task, in kB. */
    private static double perTask(Records records, String program, Bytes bytes) throws UnusableRecordException {
        var runs = records.of(TaskRecord.class).stream()
                .filter(run -> run.plan().program().equals(program))
                .toList();
        for (var run : runs) {
            if (run.result().outcome() != TaskRecord.Outcome.OK || run.memory() == null || !allAlive(run)) {
                var reason = run.result().reason();
                throw new UnusableRecordException(
                        "%s with %,d tasks: %s",
                        program, run.plan().tasks(), reason == null ? "its memory was not read" : reason);
            }
        }
        if (runs.size() < 2) {
            throw new UnusableRecordException("%s was not run with two numbers of tasks", program);
        }
        var few = runs.getFirst();
        var many = runs.getLast();
        double each = (bytes.of(many.memory()) - bytes.of(few.memory()))
                / (many.plan().tasks() - few.plan().tasks())
                / 1e3;
        if (each <= 0) {
            throw new UnusableRecordException(
                    "%s took less memory with %,d tasks than with %,d: other processes used some meanwhile",
                    program, many.plan().tasks(), few.plan().tasks());
        }
        return each;
    }

    @Override
    public int threads() {
        return 10_100;
    }
}
