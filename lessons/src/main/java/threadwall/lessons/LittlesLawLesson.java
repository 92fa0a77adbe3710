package threadwall.lessons;

import java.util.List;
import threadwall.record.StepRecord;

/** How many of N connections have a request in the handler: Little's law (Little, 1961), L = λ · W. */
final class LittlesLawLesson implements Lesson {

    private static final String SERVER = "spring-blocking";

    @Override
    public Finding run(Records records) throws UnusableRecordException {
        var step = records.step(SERVER);
        long handler = inHandler(step);
        double mean = mean(step);
        return Finding.of(
                new Figure("most requests in the handler at once", handler, ""),
                new Figure("mean by Little's law", mean, ""),
                BarChart.of(
                        "Connections and requests of " + SERVER,
                        "",
                        List.of(
                                connections(step),
                                checking(step),
                                new BarChart.Bar("in the handler, at most", handler),
                                new BarChart.Bar("in the handler, mean", mean))));
    }

    @Override
    public Finding change(Records records) throws UnusableRecordException {
        var step = records.step(SERVER);
        long handler = inHandler(step);
        return Finding.of(
                new Figure("most requests in the handler at once", handler, ""),
                BarChart.of(
                        "Connections and requests of " + SERVER,
                        "",
                        List.of(
                                connections(step),
                                checking(step),
                                new BarChart.Bar("in the handler, at most", handler))));
    }

    @Override
    public Check check(Records records) throws UnusableRecordException {
        return new Check.Number(mean(records.step(SERVER)), 0.15);
    }

    private static BarChart.Bar connections(StepRecord step) {
        return new BarChart.Bar("connections", step.asked().load().concurrency());
    }

    /** Connections whose answers threadwall checks, on top of the load's. */
    static BarChart.Bar checking(StepRecord step) {
        return new BarChart.Bar("connections for checks", step.asked().load().verifiers());
    }

    /** Requests per second times the seconds that each sleeps. */
    private static double mean(StepRecord step) throws UnusableRecordException {
        var sleep = step.asked().load().sleepMillis();
        if (sleep == null || step.load().requestsPerSecond() == null) {
            throw new UnusableRecordException("the load has no rate, or its route does not sleep");
        }
        return step.load().requestsPerSecond() * sleep / 1e3;
    }

    private static long inHandler(StepRecord step) throws UnusableRecordException {
        if (step.server().handlerPeak() == null) {
            throw new UnusableRecordException("the server did not count its requests in the handler");
        }
        return step.server().handlerPeak();
    }

    @Override
    public int threads() {
        return 650;
    }

    @Override
    public int connections() {
        return 590;
    }
}
