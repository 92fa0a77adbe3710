package threadwall.loadgen.sweep.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.loadgen.sweep.capacity.RateSearch.Tried;
import threadwall.record.TrialVerdict;

/** Searches on servers whose verdict is a function of the rate. */
class RateSearchTest {

    private static final int HIGHEST = 600_000;

    private static RateSearch search(int start, double growth, IntFunction<TrialVerdict> server) {
        var tried = new ArrayList<Tried>();
        var search = new RateSearch(start, growth, HIGHEST, tried);
        for (var rate = search.next(); rate.isPresent(); rate = search.next()) {
            int next = rate.getAsInt();
            assertThat(tried.stream().filter(load -> load.rate() == next)).hasSizeLessThan(3);
            tried.add(new Tried(rate.getAsInt(), server.apply(rate.getAsInt())));
        }
        return search;
    }

    /** @param inLimit the highest rate within the latency limit, {@code capacity} the highest rate of all */
    private static IntFunction<TrialVerdict> server(int inLimit, int capacity) {
        return rate -> rate <= inLimit
                ? TrialVerdict.IN_LIMIT
                : rate <= capacity ? TrialVerdict.SUSTAINED : TrialVerdict.OVERLOADED;
    }

    @ParameterizedTest
    @ValueSource(ints = {62, 400, 999, 1_000, 1_001, 5_000, 15_999, 123_456})
    void findsACapacityToFivePercent(int capacity) {
        var search = search(1_000, 2, server(capacity, capacity));
        assertThat(search.inLimit()).isBetween((int) (capacity / 1.06), capacity);
        assertThat(search.sustained()).isEqualTo(search.inLimit());
        assertThat(search.tried()).hasSizeLessThan(17);
    }

    @Test
    void findsBothCapacities() {
        var search = search(1_000, 2, server(6_000, 9_000));
        assertThat(search.inLimit()).isBetween(5_700, 6_000);
        assertThat(search.sustained()).isBetween(8_500, 9_000);
    }

    @Test
    void doublesAndThenHalvesTheInterval() {
        assertThat(search(1_000, 2, server(5_000, 5_000)).tried())
                .extracting(Tried::rate)
                .containsExactly(1_000, 2_000, 4_000, 8_000, 8_000, 6_000, 5_000, 5_500, 5_250);
    }

    @Test
    void aLaterRepeatNeedsFewLoads() {
        assertThat(search(4_000, 1.25, server(5_000, 5_000)).tried())
                .extracting(Tried::rate)
                .containsExactly(4_000, 5_000, 6_250, 6_250, 5_625, 5_312, 5_156);
    }

    @Test
    void goesOnFromWhatWasTried() {
        var whole = search(1_000, 2, server(6_000, 9_000)).tried();
        for (int done = 0; done < whole.size(); done++) {
            assertThat(new RateSearch(1_000, 2, HIGHEST, whole.subList(0, done)).next())
                    .hasValue(whole.get(done).rate());
        }
    }

    @Test
    void aBusyClientEndsTheSearchBelowIt() {
        var search = search(1_000, 2, rate -> rate <= 3_000 ? TrialVerdict.IN_LIMIT : TrialVerdict.CLIENT_BOUND);
        assertThat(search.inLimit()).isBetween(2_850, 3_000);
    }

    @Test
    void aServerThatCannotBeLoadedIsTriedTwice() {
        var search = search(1_000, 2, rate -> TrialVerdict.INVALID);
        assertThat(search.tried()).extracting(Tried::rate).containsExactly(1_000, 1_000);
        assertThat(search.hasNoResult()).isTrue();
    }

    /** A server is slow at a rate that is new to it, until it is warm. */
    @Test
    void theFirstRateThatFailsIsTriedAgain() {
        var times = new HashMap<Integer, Integer>();
        var search = search(
                1_000,
                2,
                rate -> rate <= 12_000 && (rate != 4_000 || times.merge(rate, 1, Integer::sum) > 1)
                        ? TrialVerdict.IN_LIMIT
                        : TrialVerdict.OVERLOADED);
        assertThat(search.tried())
                .extracting(Tried::rate)
                .startsWith(1_000, 2_000, 4_000, 4_000, 8_000, 16_000, 12_000);
        assertThat(search.inLimit()).isBetween(11_400, 12_000);
    }

    @Test
    void aLoadThatSaysNothingIsTriedAgain() {
        var verdicts = new ArrayList<>(List.of(TrialVerdict.INVALID, TrialVerdict.IN_LIMIT, TrialVerdict.OVERLOADED));
        var search = search(1_000, 2, rate -> verdicts.size() > 1 ? verdicts.removeFirst() : verdicts.getFirst());
        assertThat(search.tried()).extracting(Tried::rate).startsWith(1_000, 1_000, 2_000, 2_000, 1_500);
        assertThat(search.hasNoResult()).isFalse();
    }

    /** Wrong answers at 2,000 come before the first rate that is new to the server. */
    @Test
    void aLoadThatSaysNothingIsNotTheFirstFailure() {
        var times = new HashMap<Integer, Integer>();
        var search = search(1_000, 2, rate -> {
            boolean first = times.merge(rate, 1, Integer::sum) == 1;
            return rate == 2_000 && first
                    ? TrialVerdict.INVALID
                    : rate <= 5_000 && (rate != 4_000 || !first) ? TrialVerdict.IN_LIMIT : TrialVerdict.OVERLOADED;
        });
        assertThat(search.tried())
                .extracting(Tried::rate)
                .startsWith(1_000, 2_000, 2_000, 4_000, 4_000, 8_000, 6_000, 5_000);
        assertThat(search.inLimit()).isEqualTo(5_000);
    }

    @Test
    void aRateThatSaidNothingAndThenFailsIsTriedOnceMore() {
        var verdicts = new ArrayList<>(
                List.of(TrialVerdict.IN_LIMIT, TrialVerdict.INVALID, TrialVerdict.OVERLOADED, TrialVerdict.IN_LIMIT));
        var search = search(1_000, 2, rate -> verdicts.isEmpty() ? TrialVerdict.OVERLOADED : verdicts.removeFirst());
        assertThat(search.tried()).extracting(Tried::rate).startsWith(1_000, 2_000, 2_000, 2_000, 4_000, 3_000);
    }

    @Test
    void aServerThatAnswersTheHighestRateEndsTheSearch() {
        var search = search(1_000, 2, rate -> TrialVerdict.IN_LIMIT);
        assertThat(search.inLimit()).isEqualTo(HIGHEST);
        assertThat(search.tried()).extracting(Tried::rate).endsWith(512_000, HIGHEST);
        assertThat(search(1_000, 2, server(200_000, HIGHEST)).sustained()).isEqualTo(HIGHEST);
    }

    @Test
    void aServerThatAnswersNothingHasNoCapacity() {
        var search = search(1_000, 2, rate -> TrialVerdict.OVERLOADED);
        assertThat(search.inLimit()).isZero();
        assertThat(search.tried()).extracting(Tried::rate).containsExactly(1_000, 1_000, 500, 250, 125, 62, 31);
    }

    @Test
    void aServerThatCrashesAtARateIsTriedBelow() {
        var search = search(1_000, 2, rate -> rate <= 5_000 ? TrialVerdict.IN_LIMIT : TrialVerdict.INVALID);
        assertThat(search.inLimit()).isBetween(4_750, 5_000);
    }

    @Test
    void aServerThatWandersEndsTheSearch() {
        var verdicts = List.of(
                TrialVerdict.IN_LIMIT,
                TrialVerdict.IN_LIMIT,
                TrialVerdict.OVERLOADED,
                TrialVerdict.OVERLOADED,
                TrialVerdict.IN_LIMIT);
        var tried = new ArrayList<Tried>();
        search(1_000, 2, rate -> {
            tried.add(null);
            return verdicts.get((tried.size() - 1) % verdicts.size());
        });
        assertThat(tried).hasSizeLessThan(20);
    }
}
