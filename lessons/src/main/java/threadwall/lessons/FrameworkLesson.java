package threadwall.lessons;

import java.util.List;

/** Which part of a request's CPU time is the framework's, and which the thread model's. */
final class FrameworkLesson implements Lesson {

    /** Falls that differ by less are equal: one load of each server shows no more. */
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
                                new BarChart.Bar("kilim", kilim))));
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
                        List.of(new BarChart.Bar("kilim", kilim), new BarChart.Bar("c-epoll", reference))));
    }

    /** {@code a} if more CPU time goes from spring-virtual to virtual-threads than from there to kilim, else {@code b}. */
    @Override
    public Check check(Records records) throws UnusableRecordException {
        double virtual = cpuMicros(records, "virtual-threads");
        double framework = cpuMicros(records, "spring-virtual") - virtual;
        double model = virtual - cpuMicros(records, "kilim");
        boolean equal = Math.abs(framework - model) <= EQUAL * Math.max(framework, model);
        return new Check.Word(equal ? List.of("a", "b") : List.of(framework > model ? "a" : "b"));
    }

    private static double cpuMicros(Records records, String server) throws UnusableRecordException {
        var perSecond = records.step(server).server().requestsPerCpuSecond();
        if (perSecond == null) {
            throw new UnusableRecordException("the CPU time of %s is not known", server);
        }
        return 1e6 / perSecond;
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
