package threadwall.lessons;

import java.util.List;
import threadwall.record.StepRecord;

/** Whether more threads help a server that waits for its ten database connections. */
final class ConnectionPoolLesson implements Lesson {

    private static final String SERVER = "spring-blocking";

    @Override
    public Finding run(Records records) throws UnusableRecordException {
        var few = withWorkers(records, 10);
        var many = withWorkers(records, 200);
        return Finding.of(
                new Figure("times as many requests/s with 200 threads", rate(many) / rate(few), ""),
                BarChart.of(
                        "Requests a second with ten database connections",
                        "/s",
                        List.of(
                                new BarChart.Bar("10 threads", rate(few)),
                                new BarChart.Bar("200 threads", rate(many)))));
    }

    @Override
    public Finding change(Records records) throws UnusableRecordException {
        double one = rate(records.step(SERVER));
        return Finding.of(
                new Figure("requests/s with one database connection", one, ""),
                BarChart.of(
                        "Requests a second with one database connection",
                        "/s",
                        List.of(new BarChart.Bar("200 threads", one))));
    }

    /** By Little's law each of N connections gets a response every N over rate seconds. */
    @Override
    public Check check(Records records) throws UnusableRecordException {
        var step = withWorkers(records, 200);
        return new Check.Number(1e3 * step.asked().load().concurrency() / rate(step), 0.15);
    }

    private static StepRecord withWorkers(Records records, int workers) throws UnusableRecordException {
        return records.steps(SERVER).stream()
                .filter(step ->
                        Integer.valueOf(workers).equals(step.asked().servers().workers()))
                .findFirst()
                .orElseThrow(() -> new UnusableRecordException("%s was not loaded with %d threads", SERVER, workers));
    }

    private static double rate(StepRecord step) throws UnusableRecordException {
        if (step.load() == null || step.load().requestsPerSecond() == null) {
            throw new UnusableRecordException("the load of %s has no rate", SERVER);
        }
        return step.load().requestsPerSecond();
    }
}
