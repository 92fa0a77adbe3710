package threadwall.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static threadwall.report.html.Made.good;
import static threadwall.report.html.Made.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import threadwall.record.StepRecord;

/** Our ratios beside the recipe's, with as many repeats as there are. */
class RecipeRatiosTest {

    private static final StepRecord[] STEPS = {
        good("spring-blocking", 1, 20_000, 1_000, 9_000),
        good("kilim", 1, 20_000, 1_700, 24),
        good("spring-blocking", 2, 20_000, 1_100, 9_000),
        good("kilim", 2, 20_000, 1_980, 24),
        good("spring-blocking", 3, 20_000, 1_200, 9_000),
        good("kilim", 3, 20_000, 2_280, 24)
    };

    /** Of the ratios 1.7, 1.8 and 1.9, by the program that {@code RatioIntervalTest} names. */
    @Test
    void threeRepeatsHaveAnInterval() throws Exception {
        var page = page(run("run", STEPS));
        assertThat(page.table("recipe"))
                .extracting(row -> row.get("requests per second"), row -> row.get("here"))
                .containsExactly(tuple("kilim over spring-blocking, 20,000 connections", "1.80 (1.57–2.06)"));
        assertThat(page.sections().get("recipe")).contains("geometric mean (95 % t-interval)");
    }

    @Test
    void fewerHaveTheRatioOfTheirMedians() throws Exception {
        var page = page(run("run", List.of(STEPS).subList(0, 4).toArray(StepRecord[]::new)));
        assertThat(page.table("recipe").getFirst().get("here")).isEqualTo("1.75"); // 1,840 over 1,050
        assertThat(page.sections().get("recipe")).doesNotContain("t-interval");
    }

    private static Page page(RecordedRun run) throws Exception {
        var recipe = PublishedRecipe.read(Path.of("..").resolve(PublishedRecipe.PLACE));
        return new Page(SweepReport.of(List.of(run), Optional.of(recipe), Optional.empty()));
    }
}
