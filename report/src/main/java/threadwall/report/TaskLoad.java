package threadwall.report;

import java.util.Locale;
import threadwall.record.TaskRecord;

/** What programs had to do: the heading of a table. Programs with the same load are compared. */
public record TaskLoad(
        String test,
        int tasks,
        Double sleepSeconds,
        Integer entries,
        String arrival,
        String keys,
        Integer ringSeconds) {

    public static final String SLEEP = "sleep";

    public static TaskLoad of(TaskRecord.Plan plan) {
        return new TaskLoad(
                plan.test(),
                plan.tasks(),
                plan.sleepSeconds(),
                plan.entries(),
                plan.arrival(),
                plan.keys(),
                plan.ringSeconds());
    }

    public boolean isSleep() {
        return SLEEP.equals(test);
    }

    public boolean isHashmap() {
        return "hashmap".equals(test);
    }

    public boolean isRing() {
        return "ring".equals(test);
    }

    /** A ring of two, whose memory is the runtime's own. */
    public boolean isPair() {
        return isRing() && tasks == 2;
    }

    /** With one task, all memory is the runtime's own. */
    public boolean isFootprint() {
        return isSleep() && tasks == 1;
    }

    /** {@code 10,000 tasks, each sleeps 10 s}. */
    public String words() {
        var many = "%,d %s".formatted(tasks, tasks == 1 ? "task" : "tasks");
        if (isSleep()) {
            return many
                    + (sleepSeconds == null ? "" : tasks == 1 ? ", sleeps " + seconds() : ", each sleeps " + seconds());
        }
        if (isRing()) {
            return many + " in a ring" + (ringSeconds == null ? "" : ", %,d s".formatted(ringSeconds));
        }
        return many + (entries == null ? "" : " of %,d entries".formatted(entries))
                + ("strings".equals(keys) ? " with string keys" : "") + ", " + arrivalWords();
    }

    private String seconds() {
        return String.format(
                Locale.ROOT, sleepSeconds == Math.rint(sleepSeconds) ? "%,.0f s" : "%,.3f s", sleepSeconds);
    }

    /** {@code 10 every 3 ms}. */
    private String arrivalWords() {
        if (arrival == null) {
            return "arrival unknown";
        }
        var parts = arrival.split("/");
        if (parts.length != 2) {
            return arrival.equals("burst") ? "all at once (burst)" : arrival;
        }
        return "%s every %s ms".formatted(parts[0], parts[1]);
    }
}
