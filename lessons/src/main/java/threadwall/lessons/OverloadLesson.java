package threadwall.lessons;

import java.util.ArrayList;
import java.util.List;
import threadwall.record.StepRecord;

/** The latency of a server past its capacity, when requests come whether or not earlier ones were answered. */
final class OverloadLesson implements Lesson {

    private static final String SERVER = "spring-blocking";

    /** More than 400: past its capacity a request more is outstanding for each that was not answered. */
    private static final int CONNECTIONS = 800;

    @Override
    public int connections() {
        return CONNECTIONS;
    }

    @Override
    public Finding run(Records records) throws UnusableRecordException {
        var steps = records.steps(SERVER);
        var last = steps.getLast();
        return Finding.measured(
                        new Figure("planned p99 at the highest rate", p99(last), "ms"),
                        BarChart.of("Planned p99 of spring-blocking with 50 threads", "ms", bars(steps)))
                .against(new Figure("predicted by the queue", predictedMillis(last), "ms"));
    }

    @Override
    public Finding change(Records records) throws UnusableRecordException {
        var steps = records.steps(SERVER);
        return Finding.measured(
                new Figure("planned p99 with 100 threads", p99(steps.getLast()), "ms"),
                BarChart.of("Planned p99 of spring-blocking with 100 threads", "ms", bars(steps)));
    }

    /** How many times as long p99 is past the capacity as just below it. */
    @Override
    public Check check(Records records) throws UnusableRecordException {
        var steps = records.steps(SERVER);
        if (steps.size() < 2) {
            throw new UnusableRecordException("%s was loaded with one rate only", SERVER);
        }
        return new Check.Number(p99(steps.getLast()) / p99(steps.get(steps.size() - 2)), 0.1);
    }

    private static List<BarChart.Bar> bars(List<StepRecord> steps) throws UnusableRecordException {
        var bars = new ArrayList<BarChart.Bar>();
        for (var step : steps) {
            bars.add(new BarChart.Bar(step.asked().load().rate() + " requests/s", p99(step)));
        }
        return bars;
    }

    private static double p99(StepRecord step) throws UnusableRecordException {
        if (step.arrivals() == null || step.arrivals().planned() == null) {
            throw new UnusableRecordException("the load has no planned latency");
        }
        return step.arrivals().planned().p99Millis();
    }

    /** Threads over the seconds that each request holds one. */
    private static double capacity(StepRecord step) throws UnusableRecordException {
        var threads = step.asked().servers().workers();
        var sleep = step.asked().load().sleepMillis();
        if (threads == null || sleep == null) {
            throw new UnusableRecordException("the load has no number of threads, or its route does not sleep");
        }
        return threads / (sleep / 1e3);
    }

    /** Requests that were due and not yet answered at the end of the load. */
    private static double backlog(StepRecord step) throws UnusableRecordException {
        double seconds = (double) step.arrivals().due() / step.asked().load().rate();
        return Math.max(0, step.asked().load().rate() - capacity(step)) * seconds;
    }

    /**
     * The queue grows by what is due and cannot be answered. The last request of a load waits for all of the queue; p99 is
     * that of the requests in the last hundredth.
     */
    private static double predictedMillis(StepRecord step) throws UnusableRecordException {
        return 0.99 * 1e3 * backlog(step) / capacity(step) + step.asked().load().sleepMillis();
    }

    @Override
    public int threads() {
        return 100;
    }
}
