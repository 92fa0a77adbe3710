package threadwall.lessons;

import java.util.List;
import threadwall.record.StepRecord;

/** How many of N connections have a request in the handler: Little's law (Little, 1961), L = λ · W. */
final class LittlesLawLesson implements Lesson {

    private static final String SERVER = "spring-blocking";

    @Override
    public Finding run(Records records) throws UnusableRecordException {
        var step = records.step(SERVER);
        return inHandler(step).with(List.of(new Figure("requests a second", rate(step), "")));
    }

    @Override
    public Finding change(Records records) throws UnusableRecordException {
        return inHandler(records.step(SERVER));
    }

    @Override
    public Check check(Records records) throws UnusableRecordException {
        return new Check.Number(mean(records.step(SERVER)), 0.15);
    }

    /** Connections whose answers threadwall checks, on top of the load's. */
    static BarChart.Bar checking(StepRecord step) {
        return new BarChart.Bar("connections for checks", step.asked().load().verifiers());
    }

    /** Requests per second times the seconds that each sleeps. */
    private static double mean(StepRecord step) throws UnusableRecordException {
        var sleep = step.asked().load().sleepMillis();
        if (sleep == null) {
            throw new UnusableRecordException("the route of the load does not sleep");
        }
        return rate(step) * sleep / 1e3;
    }

    private static double rate(StepRecord step) throws UnusableRecordException {
        if (step.load().requestsPerSecond() == null) {
            throw new UnusableRecordException("the load has no rate");
        }
        return step.load().requestsPerSecond();
    }

    private static Finding inHandler(StepRecord step) throws UnusableRecordException {
        if (step.server().handlerPeak() == null) {
            throw new UnusableRecordException("the server did not count its requests in the handler");
        }
        long handler = step.server().handlerPeak();
        var connections = new BarChart.Bar("connections", step.asked().load().concurrency());
        return Finding.measured(
                        new Figure("most requests in the handler at once", handler, ""),
                        BarChart.of(
                                "Connections and requests of " + SERVER,
                                "",
                                List.of(
                                        connections,
                                        checking(step),
                                        new BarChart.Bar("in the handler, at most", handler))))
                .against(new Figure(
                        "if each connection had a thread",
                        connections.value() + checking(step).value(),
                        ""));
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
