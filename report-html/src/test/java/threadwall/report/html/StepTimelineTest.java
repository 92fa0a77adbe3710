package threadwall.report.html;

import static java.util.Arrays.asList;
import static org.assertj.core.api.Assertions.assertThat;
import static threadwall.report.html.Made.good;
import static threadwall.report.html.Made.samples;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import threadwall.record.GcPause;
import threadwall.record.Sample;
import threadwall.record.Sample.Phase;

/** Threads that rise and fall. */
class StepTimelineTest {

    private static final Chart CHART = StepTimeline.of(
            new SampledStep(
                    good("kilim", 1, 5_000, 1_000, 40),
                    joined(
                            samples(Phase.IDLE, 0, 13, 13),
                            samples(Phase.WARM_UP, 2, 20),
                            samples(Phase.LOAD, 3, 30, 40, 35),
                            samples(Phase.LINGER, 6, 35, 14)),
                    List.of(new GcPause(2_900, 12.5, 0), new GcPause(3_200, 4.25, 0), new GcPause(9_000, 1.0, 0))),
            "kilim",
            "step-001",
            "",
            600);

    @Test
    void phasesAreBandsAndSamplesArePoints() {
        var spec = CHART.spec();
        assertThat(spec.x().values()).isEqualTo(List.of(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L));
        assertThat(spec.x().time()).isTrue();
        assertThat(spec.bands())
                .containsExactly(
                        new ChartSpec.Band(0L, 2L, "idle"),
                        new ChartSpec.Band(2L, 3L, "warm-up"),
                        new ChartSpec.Band(3L, 6L, "load"),
                        new ChartSpec.Band(6L, 7L, "linger"));
        assertThat(spec.series())
                .extracting(ChartSpec.Series::label)
                .containsExactly(
                        "server threads",
                        "open connections",
                        "client threads",
                        "server RSS",
                        "garbage collection, 13 ms at most");
        assertThat(spec.series().get(0).values()).isEqualTo(List.of(13L, 13L, 20L, 30L, 40L, 35L, 35L, 14L));
        assertThat(spec.series().get(1).values())
                .as("a look that counts none leaves the last count")
                .isEqualTo(List.of(100L, 100L, 100L, 100L, 101L, 101L, 100L, 100L));
    }

    @Test
    void pausesAreMarkedWhereTheThreadsAreAndToldInTheTable() {
        var marks = CHART.spec().series().getLast();
        assertThat(marks.values()).isEqualTo(asList(null, null, null, 30L, null, null, null, 14L));
        assertThat(marks.notes())
                .as("the longer of two at one sample")
                .isEqualTo(asList(null, null, null, "pause of 12.5 ms", null, null, null, "pause of 1.0 ms"));
        assertThat(CHART.table().rows())
                .extracting(row -> row.get(2) + " " + row.getLast())
                .containsExactly("13 ", "13 ", "20 ", "30 12.5", "40 4.3", "35 ", "35 ", "14 1.0");
        assertThat(CHART.note())
                .endsWith("3 pauses for garbage collection, 18 ms in total, the longest 12.5 ms. Threads of the server:"
                        + " 13 at first, 40 at most (after 4.0 s, load), 14 in the last sample (linger).");
    }

    @Test
    void aServerThatIsGoneWasLastSeenWhenItWasThere() {
        var gone = new Sample(
                2_000,
                Phase.IDLE,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                0L,
                0L,
                null,
                null,
                null,
                null,
                null,
                null,
                null);
        var seen = joined(samples(Phase.LOAD, 0, 30, 40), List.of(gone));
        var chart = StepTimeline.of(
                new SampledStep(good("kilim", 1, 5_000, 1_000, 40), seen, List.of()), "kilim", "step-001", "", 600);
        assertThat(chart.note()).endsWith("40 in the last sample (load).");
    }

    @Test
    void aLongOneIsThinnedAndKeepsItsPeakInChartAndTable() {
        var threads = IntStream.range(0, 50_000)
                .mapToLong(i -> i == 31_417 ? 20_031 : 20 + i % 7)
                .toArray();
        var chart = StepTimeline.of(
                new SampledStep(good("kilim", 1, 5_000, 1_000, 40), samples(Phase.LOAD, 0, threads), List.of()),
                "kilim",
                "step-001",
                "",
                600);
        var values = chart.spec().series().getFirst().values();
        assertThat(values).hasSizeBetween(100, 600).contains(20_031L);
        assertThat(chart.spec().x().values())
                .hasSameSizeAs(values)
                .startsWith(0L)
                .endsWith(49_999L);
        assertThat(chart.table().rows())
                .hasSizeLessThan(40)
                .anyMatch(row -> row.get(2).equals("20,031"));
    }

    @Test
    void thinningKeepsWhatIsHighestAndLowestOfEachLine() {
        var up = new ArrayList<Number>(IntStream.range(0, 100).boxed().toList());
        var spikes = new ArrayList<Number>();
        IntStream.range(0, 100).forEach(i -> spikes.add(i % 2 == 0 ? (Number) 0 : null));
        spikes.set(30, 9);
        spikes.set(60, -9);
        assertThat(Thinning.keep(List.of(up, spikes), 100)).hasSize(100);
        assertThat(Thinning.keep(List.of(up, spikes), 10))
                .contains(0, 30, 49, 50, 60, 99)
                .hasSizeLessThanOrEqualTo(10);
        assertThat(Thinning.keep(List.of(), 10)).isEmpty();
    }

    @SafeVarargs
    private static List<Sample> joined(List<Sample>... parts) {
        var all = new ArrayList<Sample>();
        List.of(parts).forEach(all::addAll);
        return all;
    }
}
