package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import threadwall.cli.e2e.Browser.View;

/**
 * What the live page is for: in a real sweep the threads of thread-per-request climb to the concurrency, and those of
 * fibers stay as they are. That the former come down a minute after the load, when Tomcat lets idle ones go, is waited
 * for where the README's and docs' pictures are made: {@code -Dthreadwall.screenshots=DIR}, from the root.
 */
@Timeout(300)
class LiveRampTest {

    private static final int CONCURRENCY = 600;

    /** Tomcat's idle time of 60 s, the sweep's 75 s of lingering, and room for a busy machine. */
    private static final Duration RAMP_DOWN = Duration.ofSeconds(150);

    private static final String PICTURES = System.getProperty("threadwall.screenshots");

    @TempDir
    private Path temporary;

    @Test
    void threadsOfSpringRiseAndFallAndThoseOfKilimStay() throws Exception {
        Home.path();
        var port = "" + Ports.free();
        try (var browser = Browser.start();
                var watch = WatchProcess.start(0, "--port", port);
                var sweep = SweepProcess.start(
                        temporary.resolve("run"),
                        "--servers",
                        "spring-blocking,kilim",
                        "--connections",
                        "" + CONCURRENCY,
                        "--full-house",
                        "--requests",
                        "2x",
                        "--linger",
                        PICTURES == null ? "3s" : "75s",
                        "--port",
                        port)) {
            var page = new LivePage(browser.open(watch.url(), View.DESK));
            var spring = LivePage.values("threads", "spring-blocking");
            var kilim = LivePage.known("threads", "kilim");

            page.await(RAMP_DOWN, spring + ".some((threads) => threads >= " + CONCURRENCY + ")");
            if (PICTURES != null) {
                // three looks in a row: the server is up, and not about to be stopped
                var few = "threads !== null && threads < " + CONCURRENCY / 4;
                page.await(RAMP_DOWN, spring + ".slice(-3).every((threads) => " + few + ")");
            }

            var open = LivePage.known("connections", "kilim");
            page.await(RAMP_DOWN, open + ".some((open) => open >= " + CONCURRENCY / 2 + ")");
            // a few more looks under load, and all of them before
            page.await(kilim + ".length >= 8");
            assertThat(page.tab().number("Math.max(..." + kilim + ")")).isLessThan(CONCURRENCY / 8);
            assertThat(page.tab().number("Math.max(..." + kilim + ") - Math.min(..." + kilim + ")"))
                    .as("threads that kilim gained under %d connections", CONCURRENCY)
                    .isLessThan(
                            CONCURRENCY / 8); // a JVM adds some for its compilers and its collector, by its processors
            assertThat(page.complaints()).isEmpty();
            picture(page, View.DESK, "live");
            picture(page, View.DARK, "live-dark");
            picture(page, View.PHONE, "live-phone");
            sweep.signal("INT"); // its second lingering shows nothing new
            sweep.process().waitFor();
        }
    }

    private static void picture(LivePage live, View view, String name) {
        if (PICTURES != null) {
            var page = live.tab().page();
            page.setViewportSize(view.width(), view.height());
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(view.scheme()));
            int draws = live.draws();
            live.await("threadwall.live.draws > " + draws + " + 1");
            var file = Home.path().resolve(PICTURES).resolve(name + ".png");
            page.screenshot(new Page.ScreenshotOptions().setFullPage(true).setPath(file));
        }
    }
}
