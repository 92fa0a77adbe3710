package threadwall.resilience;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RssGrowthTest {

    private static final long MB = 1_000_000;
    private static final Duration HOUR = Duration.ofHours(1);

    /** An hour of samples, one per second. */
    private static List<Long> samples(LongUnaryOperator bytes) {
        return LongStream.range(0, 3_600).map(bytes).boxed().toList();
    }

    @Test
    void aSawtoothThatEndsHighIsFlat() {
        var rss = RssGrowth.of(samples(second -> 300 * MB + second % 300 * MB / 3), HOUR);
        assertThat(RssGrowth.isFlat(rss)).isTrue();
        assertThat(rss.lowestBytes()).isEqualTo(300 * MB);
        assertThat(rss.highestBytes()).isBetween(399 * MB, 400 * MB);
    }

    @Test
    void growthInTheFirstHalfIsIgnored() {
        var rss = RssGrowth.of(samples(second -> Math.min(second, 1_800) * MB), HOUR);
        assertThat(rss.slopeBytesPerHour()).isZero();
        assertThat(RssGrowth.isFlat(rss)).isTrue();
    }

    @Test
    void aLeakIsNotFlat() {
        // 300 MB, and 16 bytes lost of each of 2,000 requests a second
        var rss = RssGrowth.of(samples(second -> 300 * MB + second * 32_000), HOUR);
        assertThat(rss.slopeBytesPerHour()).isCloseTo(32_000 * 3_600.0, within(1.0));
        assertThat(rss.growthPercent()).isGreaterThan(RssGrowth.FLAT_PERCENT);
        assertThat(RssGrowth.isFlat(rss)).isFalse();
    }

    @Test
    void shrinkingIsFlat() {
        assertThat(RssGrowth.isFlat(RssGrowth.of(samples(second -> 400 * MB - second * 32_000), HOUR)))
                .isTrue();
    }

    @Test
    void aShortSoakIsNotJudged() {
        assertThat(RssGrowth.of(List.of(1L, 2L, 3L, 4L), Duration.ofMinutes(1)).judged())
                .isFalse();
        assertThat(RssGrowth.of(List.of(1L, 2L, 3L, 4L), RssGrowth.SHORTEST_JUDGED)
                        .judged())
                .isTrue();
    }
}
