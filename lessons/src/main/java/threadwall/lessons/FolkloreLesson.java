package threadwall.lessons;

import java.util.List;
import threadwall.record.DoctorRecord;
import threadwall.record.StepRecord;

/** Lines of the original recipe that do not do what they say: {@code ulimit -i} and {@code pgrep java | wc -l}. */
final class FolkloreLesson implements Lesson {

    private static final String SERVER = "spring-blocking";

    @Override
    public Finding run(Records records) throws UnusableRecordException {
        var step = records.step(SERVER);
        var doctor = records.first(DoctorRecord.class);
        return Finding.measured(
                new Figure("processes of the server", step.server().processes(), ""),
                BarChart.logarithmic(
                        "What is counted, and what is limited",
                        "",
                        List.of(
                                new BarChart.Bar(
                                        "connections", step.asked().load().concurrency()),
                                LittlesLawLesson.checking(step),
                                new BarChart.Bar(
                                        "server processes", step.server().processes()),
                                new BarChart.Bar("server threads", threads(step)),
                                new BarChart.Bar("threads allowed with ulimit -i 100", allowed(doctor)))));
    }

    @Override
    public Finding change(Records records) throws UnusableRecordException {
        var allowed = allowed(records.first(DoctorRecord.class));
        return Finding.ofDoctor(
                new Figure("threads that the lowest limit allows", allowed, ""),
                BarChart.logarithmic(
                        "Threads allowed",
                        "",
                        List.of(new BarChart.Bar("pending signals", 1), new BarChart.Bar("threads", allowed))));
    }

    @Override
    public Check check(Records records) throws UnusableRecordException {
        var step = records.step(SERVER);
        return new Check.Number((double) threads(step) / step.server().processes(), 0.1);
    }

    private static long threads(StepRecord step) throws UnusableRecordException {
        if (step.server().threadsPeak() == null) {
            throw new UnusableRecordException("the server's threads were not counted");
        }
        return step.server().threadsPeak();
    }

    private static long allowed(DoctorRecord doctor) throws UnusableRecordException {
        var most = FirstLimitLesson.threads(doctor).most();
        if (most == null) {
            throw new UnusableRecordException("doctor could read no limit that stops threads here");
        }
        return most;
    }

    @Override
    public int threads() {
        return 550;
    }

    @Override
    public int connections() {
        return 490;
    }
}
