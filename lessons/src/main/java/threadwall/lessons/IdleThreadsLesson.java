package threadwall.lessons;

import java.util.ArrayList;
import java.util.List;
import threadwall.record.Sample;
import threadwall.record.Sample.Phase;

/** When the threads of a pool exit after a load. Tomcat's default {@code maxIdleTime} is 60 s. */
final class IdleThreadsLesson implements Lesson {

    private static final String THREADS = "spring-blocking";

    private static final String VIRTUAL = "spring-virtual";

    /** Seconds after the load at which the chart has a bar. */
    private static final List<Integer> MOMENTS = List.of(0, 30, 55, 65);

    /** Threads that stay: the JVM's own and the pool's spare ones. */
    private static final double FEW = 0.5;

    @Override
    public Finding run(Records records) throws UnusableRecordException {
        var after = afterLoad(records, THREADS);
        var bars = new ArrayList<BarChart.Bar>();
        var step = records.step(THREADS);
        bars.add(new BarChart.Bar("connections", step.asked().load().concurrency()));
        bars.add(LittlesLawLesson.checking(step));
        for (int moment : MOMENTS) {
            bars.add(new BarChart.Bar(THREADS + " after " + moment + " s", threads(after, moment)));
        }
        var kilim = afterLoad(records, "kilim");
        bars.add(new BarChart.Bar("kilim after 0 s", threads(kilim, 0)));
        bars.add(new BarChart.Bar("kilim after 65 s", threads(kilim, MOMENTS.getLast())));
        return Finding.measured(
                new Figure("threads 65 s after the load", threads(after, MOMENTS.getLast()), ""),
                BarChart.of("Threads of two servers after a load", "", bars));
    }

    @Override
    public Finding change(Records records) throws UnusableRecordException {
        var after = afterLoad(records, VIRTUAL);
        return Finding.measured(
                new Figure("threads of spring-virtual at the end of the load", threads(after, 0), ""),
                BarChart.of(
                        "Threads of spring-virtual",
                        "",
                        List.of(
                                new BarChart.Bar(
                                        "connections",
                                        records.step(VIRTUAL).asked().load().concurrency()),
                                new BarChart.Bar("platform threads after 0 s", threads(after, 0)))));
    }

    /** How long after the load half of its threads have exited. */
    @Override
    public Check check(Records records) throws UnusableRecordException {
        var after = afterLoad(records, THREADS);
        double most = threads(after, 0);
        for (var sample : after) {
            if (sample.serverThreads() != null && sample.serverThreads() < FEW * most) {
                return new Check.Number((sample.millis() - after.getFirst().millis()) / 1e3, 0.15);
            }
        }
        throw new UnusableRecordException("the threads of %s did not exit while it was watched", THREADS);
    }

    private static List<Sample> afterLoad(Records records, String server) throws UnusableRecordException {
        var samples = records.samples(records.step(server));
        int last = -1;
        for (int i = 0; i < samples.size(); i++) {
            if (samples.get(i).phase() == Phase.LOAD) {
                last = i;
            }
        }
        if (last < 0) {
            throw new UnusableRecordException("the samples of %s have no load", server);
        }
        return samples.subList(last, samples.size());
    }

    /** At the last sample that is no later than so many seconds after the first. */
    private static double threads(List<Sample> after, int seconds) throws UnusableRecordException {
        long limit = after.getFirst().millis() + seconds * 1_000L;
        Long threads = null;
        for (var sample : after) {
            if (sample.millis() <= limit && sample.serverThreads() != null) {
                threads = sample.serverThreads();
            }
        }
        if (threads == null) {
            throw new UnusableRecordException("no sample has the threads of the server");
        }
        return threads;
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
