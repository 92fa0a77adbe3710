package threadwall.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import threadwall.record.ResilienceRecord.Crash;
import threadwall.record.ResilienceRecord.CrashRound;

/** The result of a crash test as text: the kills, and the users that were stored or lost. */
final class CrashText {

    private CrashText() {}

    /** Sentences by label, in the order of printing. */
    static Map<String, String> lines(Crash crash) {
        var lines = new LinkedHashMap<String, String>();
        lines.put(
                "crash",
                "%,d rounds of %s while %,d clients stored users, in %,d of them again during the restart; seed %d"
                        .formatted(
                                crash.rounds().size(),
                                event(crash),
                                crash.clients(),
                                crash.rounds().stream()
                                        .filter(CrashRound::inStart)
                                        .count(),
                                crash.seed()));
        lines.put("users", users(crash));
        lines.put(
                "others",
                "%,d users without an answer or with a 503, of which %,d are stored; %,d refused"
                        .formatted(
                                unknown(crash),
                                sum(crash, CrashRound::unknownAndThere),
                                sum(crash, CrashRound::refused)));
        var seconds =
                crash.rounds().stream().map(CrashRound::secondsToServe).sorted().toList();
        if (!seconds.isEmpty()) {
            lines.put(
                    "back",
                    "after %.1f s in half of the rounds, %.1f s at most".formatted(median(seconds), seconds.getLast()));
        }
        return lines;
    }

    private static String event(Crash crash) {
        if (Boolean.TRUE.equals(crash.powerCut())) {
            return "a power cut";
        }
        return "kill -9 of the " + (crash.store().equals("postgres") ? "database" : "server");
    }

    static String users(Crash crash) {
        return "%,d users acknowledged, %,d of them lost".formatted(sum(crash, CrashRound::acknowledged), lost(crash));
    }

    /** @param crash {@code null} for other tests */
    static long lost(Crash crash) {
        return crash == null ? 0 : sum(crash, CrashRound::lost);
    }

    /** Users of whom no answer says whether they are stored. */
    static long unknown(Crash crash) {
        return sum(crash, CrashRound::unanswered) + sum(crash, CrashRound::unavailable);
    }

    static long sum(Crash crash, ToLongFunction<CrashRound> count) {
        return crash.rounds().stream().mapToLong(count).sum();
    }

    private static double median(List<Double> sorted) {
        return sorted.get((sorted.size() - 1) / 2);
    }
}
