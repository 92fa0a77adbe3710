package threadwall.lessons;

import java.util.ArrayList;
import java.util.List;
import threadwall.record.TaskRecord;

/** Whether tasks that compute are faster as virtual threads than in a pool of one thread for each CPU. */
final class ComputingTasksLesson implements Lesson {

    private static final String POOL = "java-pool";
    private static final String VIRTUAL = "java-virtual";
    private static final String THREADS = "java-threads";

    @Override
    public Finding run(Records records) throws UnusableRecordException {
        double pool = seconds(records, POOL);
        double virtual = seconds(records, VIRTUAL);
        return Finding.measured(
                new Figure("times as fast with virtual threads", pool / virtual, ""),
                BarChart.of("Time of all tasks", "s", bars(records)));
    }

    @Override
    public Finding change(Records records) throws UnusableRecordException {
        var bars = bars(records);
        return Finding.measured(
                new Figure("time of the pool", bars.getFirst().value(), "s"),
                BarChart.of("Time of all tasks", "s", bars));
    }

    /** How many times as long as the pool the platform threads take. */
    @Override
    public Check check(Records records) throws UnusableRecordException {
        return new Check.Number(seconds(records, THREADS) / seconds(records, POOL), 0.05);
    }

    private static List<BarChart.Bar> bars(Records records) throws UnusableRecordException {
        var bars = new ArrayList<BarChart.Bar>();
        for (var run : records.of(TaskRecord.class)) {
            var program = run.plan().program();
            bars.add(new BarChart.Bar(program, seconds(records, program)));
        }
        if (bars.isEmpty()) {
            throw new UnusableRecordException("no program was run");
        }
        return bars;
    }

    private static double seconds(Records records, String program) throws UnusableRecordException {
        return run(records, program).said().totalMillis() / 1e3;
    }

    private static TaskRecord run(Records records, String program) throws UnusableRecordException {
        var run = records.of(TaskRecord.class).stream()
                .filter(each -> each.plan().program().equals(program))
                .findFirst()
                .orElseThrow(() -> new UnusableRecordException("%s was not run", program));
        if (run.result().outcome() != TaskRecord.Outcome.OK
                || run.said() == null
                || run.said().totalMillis() == null) {
            throw new UnusableRecordException("%s: %s", program, run.result().reason());
        }
        return run;
    }

    @Override
    public int threads() {
        return 2_100;
    }
}
