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
 * @param highest the highest rate that a load can have; a server that answers it ends the search
 */
record RateSearch(int start, double growth, int highest, List<Tried> tried) {

    /** The search ends when the lowest rate that failed is no more than this above the highest that was answered. */
    static final double PRECISION = 0.05;

    /** A server that does not answer this rate has no capacity worth a search. */
    private static final int LOWEST_RATE = 20;

    /** A rate and how the server did. */
    record Tried(int rate, TrialVerdict verdict) {}

    /** The next rate to try; empty when the search is over. */
    OptionalInt next() {
        if (tried.isEmpty()) {
            return OptionalInt.of(Math.min(start, highest));
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
        if (last.verdict() == TrialVerdict.IN_LIMIT) {
            return false;
        }
        if (last.verdict() == TrialVerdict.INVALID) {
            return tried.stream()
                            .filter(load -> load.rate() == last.rate() && load.verdict() == TrialVerdict.INVALID)
                            .count()
                    == 1;
        }
        // one that said nothing was no failure of a server that is new to the rate
        return tried.stream()
                        .filter(load ->
                                load.verdict() != TrialVerdict.IN_LIMIT && load.verdict() != TrialVerdict.INVALID)
                        .count()
                == 1;
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
            return low >= highest
                    ? OptionalInt.empty()
                    : OptionalInt.of((int) Math.min(highest, Math.ceil(low * growth)));
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
