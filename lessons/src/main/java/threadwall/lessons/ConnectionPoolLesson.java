package threadwall.lessons;

import java.util.List;
import threadwall.record.StepRecord;

/** Whether more database connections help a server whose CPUs are busy. */
final class ConnectionPoolLesson implements Lesson {

    private static final String SERVER = "spring-blocking";

    private static final int FEW = 10;
    private static final int MANY = 50;

    @Override
    public Finding run(Records records) throws UnusableRecordException {
        double few = rate(withConnections(records, FEW));
        double many = rate(withConnections(records, MANY));
        return Finding.measured(
                        new Figure("times as many requests/s with 50 connections", many / few, ""),
                        BarChart.of(
                                "Requests a second of 200 threads",
                                "/s",
                                List.of(
                                        new BarChart.Bar("10 database connections", few),
                                        new BarChart.Bar("50 database connections", many))))
                .doubting(records);
    }

    @Override
    public Finding change(Records records) throws UnusableRecordException {
        double one = rate(records.step(SERVER));
        return Finding.measured(
                new Figure("requests/s with one database connection", one, ""),
                BarChart.of("Requests a second of 200 threads", "/s", List.of(new BarChart.Bar("1 connection", one))));
    }

    /** By Little's law each of N clients gets a response every N over rate seconds. */
    @Override
    public Check check(Records records) throws UnusableRecordException {
        var step = withConnections(records, MANY);
        return new Check.Number(1e3 * step.asked().load().concurrency() / rate(step), 0.15);
    }

    private static StepRecord withConnections(Records records, int connections) throws UnusableRecordException {
        return records.steps(SERVER).stream()
                .filter(step ->
                        Integer.valueOf(connections).equals(step.asked().data().dbConnections()))
                .findFirst()
                .orElseThrow(() -> new UnusableRecordException(
                        "%s was not loaded with %d database connections", SERVER, connections));
    }

    private static double rate(StepRecord step) throws UnusableRecordException {
        if (step.load() == null || step.load().requestsPerSecond() == null) {
            throw new UnusableRecordException("the load of %s has no rate", SERVER);
        }
        return step.load().requestsPerSecond();
    }

    @Override
    public int threads() {
        return 300;
    }

    @Override
    public int connections() {
        return 300;
    }
}
