package threadwall.lessons;

import java.util.List;
import java.util.stream.Stream;
import threadwall.record.DoctorRecord;
import threadwall.record.DoctorRecord.Diagnosed;
import threadwall.record.DoctorRecord.LimitRead;

/** What stops a JVM's threads first, as doctor reads it. */
final class FirstLimitLesson implements Lesson {

    /** More bars are more than a learner looks at. */
    private static final int LIMITS_SHOWN = 6;

    @Override
    public Finding run(Records records) throws UnusableRecordException {
        var limits = limits(records);
        var bars = limits.stream()
                .limit(LIMITS_SHOWN)
                .map(limit -> new BarChart.Bar(limit.limit(), limit.allows()))
                .toList();
        return Finding.ofDoctor(
                new Figure(
                        "threads that the lowest limit allows",
                        limits.getFirst().allows(),
                        ""),
                BarChart.logarithmic("Threads of one JVM that each limit allows", "", bars));
    }

    @Override
    public Finding change(Records records) throws UnusableRecordException {
        return run(records);
    }

    @Override
    public Check check(Records records) throws UnusableRecordException {
        var limits = limits(records);
        var lowest = limits.getFirst().allows();
        return new Check.Word(limits.stream()
                .filter(limit -> limit.allows().equals(lowest))
                .map(LimitRead::limit)
                .flatMap(name ->
                        Stream.of(name, name.replaceFirst(" of /.*", ""), name.replaceFirst("^(kernel|vm)\\.", "")))
                .distinct()
                .toList());
    }

    /** The limits that stop threads, the lowest first. */
    private static List<LimitRead> limits(Records records) throws UnusableRecordException {
        var limits = threads(records.first(DoctorRecord.class)).walls().stream()
                .filter(LimitRead::stops)
                .toList();
        if (limits.isEmpty()) {
            throw new UnusableRecordException("doctor could read no limit that stops threads here");
        }
        return limits;
    }

    /** What doctor found on threads. */
    static Diagnosed threads(DoctorRecord doctor) throws UnusableRecordException {
        return doctor.diagnoses().stream()
                .filter(diagnosed -> diagnosed.subject().equals("threads"))
                .findFirst()
                .orElseThrow(() -> new UnusableRecordException("doctor was not asked about threads"));
    }
}
