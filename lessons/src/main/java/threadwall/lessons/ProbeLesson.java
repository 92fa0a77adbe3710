package threadwall.lessons;

import java.util.List;
import threadwall.record.ProbeRecord;

/** Whether the limit that doctor predicts is the one that the kernel enforces. */
final class ProbeLesson implements Lesson {

    @Override
    public Finding run(Records records) throws UnusableRecordException {
        var probe = probe(records);
        return Finding.measured(
                        new Figure("threads when the kernel refused one", probe.measured(), ""),
                        BarChart.of(
                                "Threads of the JVM",
                                "",
                                List.of(
                                        new BarChart.Bar("predicted", probe.predicted()),
                                        new BarChart.Bar("reached", probe.measured()))))
                .against(new Figure("predicted by doctor", probe.predicted(), ""));
    }

    @Override
    public Finding change(Records records) throws UnusableRecordException {
        return run(records);
    }

    @Override
    public Check check(Records records) throws UnusableRecordException {
        var errno = probe(records).errno();
        if (errno == null) {
            throw new UnusableRecordException("the probe ended without an error of the kernel");
        }
        return new Check.Word(errno);
    }

    private static ProbeRecord probe(Records records) throws UnusableRecordException {
        var probe = records.first(ProbeRecord.class);
        if (probe.predicted() == null) {
            throw new UnusableRecordException("doctor predicted no limit");
        }
        return probe;
    }

    @Override
    public int threads() {
        return 800;
    }
}
