package threadwall.lessons;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Which part of a request's CPU time is the framework's, and which the thread model's. */
final class FrameworkLesson implements Lesson {

    /** Falls that differ by less are equal: three loads of each server show no more. */
    private static final double EQUAL = 0.15;

    @Override
    public Finding run(Records records) throws UnusableRecordException {
        double spring = cpuMicros(records, "spring-virtual");
        double virtual = cpuMicros(records, "virtual-threads");
        double kilim = cpuMicros(records, "kilim");
        return Finding.measured(
                        new Figure("times less CPU time of kilim for a request", spring / kilim, ""),
                        BarChart.of(
                                "CPU time of the server for a request",
                                "µs",
                                List.of(
                                        new BarChart.Bar("spring-virtual", spring),
                                        new BarChart.Bar("virtual-threads", virtual),
                                        new BarChart.Bar("kilim", kilim))))
                .doubting(records);
    }

    @Override
    public Finding change(Records records) throws UnusableRecordException {
        double kilim = cpuMicros(records, "kilim");
        double reference = cpuMicros(records, "c-epoll");
        return Finding.measured(
                        new Figure("times less CPU time of c-epoll for a request", kilim / reference, ""),
                        BarChart.of(
                                "CPU time of the server for a request",
                                "µs",
                                List.of(new BarChart.Bar("kilim", kilim), new BarChart.Bar("c-epoll", reference))))
                .doubting(records);
    }

    /** {@code a} if more CPU time goes from spring-virtual to virtual-threads than from there to kilim, else {@code b}. */
    @Override
    public Check check(Records records) throws UnusableRecordException {
        double virtual = cpuMicros(records, "virtual-threads");
        double framework = cpuMicros(records, "spring-virtual") - virtual;
        double model = virtual - cpuMicros(records, "kilim");
        boolean equal = Math.abs(framework - model) <= EQUAL * Math.max(framework, model);
        return new Check.Word(
                equal || !repeatsAgree(records) ? List.of("a", "b") : List.of(framework > model ? "a" : "b"));
    }

    /** Whether the same fall is larger in each repeat. */
    private static boolean repeatsAgree(Records records) throws UnusableRecordException {
        var spring = allMicros(records, "spring-virtual");
        var virtual = allMicros(records, "virtual-threads");
        var kilim = allMicros(records, "kilim");
        int repeats = Math.min(spring.size(), Math.min(virtual.size(), kilim.size()));
        return IntStream.range(0, repeats)
                        .mapToObj(i -> spring.get(i) - virtual.get(i) > virtual.get(i) - kilim.get(i))
                        .distinct()
                        .count()
                == 1;
    }

    /** The median of the repeats. */
    private static double cpuMicros(Records records, String server) throws UnusableRecordException {
        return ClassFigures.OfLesson.median(allMicros(records, server));
    }

    private static List<Double> allMicros(Records records, String server) throws UnusableRecordException {
        var all = new ArrayList<Double>();
        for (var step : records.steps(server)) {
            var perSecond = step.server().requestsPerCpuSecond();
            if (perSecond == null) {
                throw new UnusableRecordException("the CPU time of %s is not known", server);
            }
            all.add(1e6 / perSecond);
        }
        return all;
    }

    @Override
    public int threads() {
        return 100;
    }

    @Override
    public int connections() {
        return 590;
    }
}
