package threadwall.loadgen.sweep.capacity;

import java.util.List;
import java.util.OptionalInt;
import java.util.function.Predicate;
import threadwall.record.TrialVerdict;

/**
 * A search for the highest rate that a server can answer: doubles the rate until the server fails, then halves the
 * interval. First for the rate within the latency limit, then for the rate without it; a load counts for both. The first
 * rate that fails is tried again, since the server was new to it: its code was not compiled and its pools had not grown. So
 * is each load that says nothing. Pure: the next rate follows from the rates tried so far, so a search that was interrupted
 * goes on where it was.
 *
 * @param start the first rate
 * @param growth by which a rate that was answered is multiplied, until one fails
 */
record RateSearch(int start, double growth, List<Tried> tried) {

    /** The search ends when the lowest rate that failed is no more than this above the highest that was answered. */
    static final double PRECISION = 0.05;

    /** A server that does not answer this rate has no capacity worth a search. */
    private static final int LOWEST_RATE = 20;

    /** A rate and how the server did. */
    record Tried(int rate, TrialVerdict verdict) {}

    /** The next rate to try; empty when the search is over. */
    OptionalInt next() {
        if (tried.isEmpty()) {
            return OptionalInt.of(start);
        }
        if (isToRepeat(tried.getLast())) {
            return OptionalInt.of(tried.getLast().rate());
        }
        if (hasNoResult()) {
            return OptionalInt.empty();
        }
        var inLimit = next(verdict -> verdict == TrialVerdict.IN_LIMIT);
        return inLimit.isPresent() ? inLimit : next(TrialVerdict::isSustained);
    }

    /** The highest rate that was answered within the latency limit; 0 for none. */
    int inLimit() {
        return highest(verdict -> verdict == TrialVerdict.IN_LIMIT);
    }

    /** The highest rate that was answered; 0 for none. */
    int sustained() {
        return highest(TrialVerdict::isSustained);
    }

    /** No load said anything, so the search did not even find that the server answers nothing. */
    boolean hasNoResult() {
        return tried.stream().allMatch(load -> load.verdict() == TrialVerdict.INVALID);
    }

    private boolean isToRepeat(Tried last) {
        long failures = tried.stream()
                .filter(load -> load.verdict() != TrialVerdict.IN_LIMIT)
                .count();
        long times = tried.stream().filter(load -> load.rate() == last.rate()).count();
        return last.verdict() != TrialVerdict.IN_LIMIT
                && times == 1
                && (failures == 1 || last.verdict() == TrialVerdict.INVALID);
    }

    private int highest(Predicate<TrialVerdict> good) {
        return tried.stream()
                .filter(load -> good.test(load.verdict()))
                .mapToInt(Tried::rate)
                .max()
                .orElse(0);
    }

    private OptionalInt next(Predicate<TrialVerdict> good) {
        int low = highest(good);
        var high = tried.stream()
                .filter(load -> load.rate() > low && !good.test(load.verdict()))
                .mapToInt(Tried::rate)
                .min();
        if (high.isEmpty()) {
            return OptionalInt.of((int) Math.ceil(low * growth));
        }
        if (low == 0) {
            int half = high.getAsInt() / 2;
            return half < LOWEST_RATE ? OptionalInt.empty() : OptionalInt.of(half);
        }
        return high.getAsInt() <= low * (1 + PRECISION)
                ? OptionalInt.empty()
                : OptionalInt.of((low + high.getAsInt()) / 2);
    }
}
