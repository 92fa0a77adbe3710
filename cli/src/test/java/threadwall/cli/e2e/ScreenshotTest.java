package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.Media;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import threadwall.cli.e2e.Browser.View;

/**
 * Pictures of a report to look at, and the README's; made only when asked for. {@code -Dthreadwall.screenshots=DIR} says where
 * to, {@code -Dthreadwall.run=DIR} of which run, from the project's root; without it, the made one.
 */
class ScreenshotTest {

    private static final int MARGIN = 12;

    @Test
    @EnabledIfSystemProperty(named = "threadwall.screenshots", matches = ".+")
    void picturesOfAReport() throws Exception {
        var home = Home.path();
        var folder = Files.createDirectories(home.resolve(System.getProperty("threadwall.screenshots")));
        var run = System.getProperty("threadwall.run");
        var html = folder.resolve("report.html");
        var report = Cli.run(
                "report", (run == null ? MadeRun.HOME : home.resolve(run)).toString(), "--out", html.toString());
        assertThat(report.exitCode()).as(report.err()).isZero();
        try (var browser = Browser.start()) {
            for (var view : Map.of("light", View.DESK, "dark", View.DARK, "phone", View.PHONE)
                    .entrySet()) {
                try (var tab = browser.open(html.toUri(), view.getValue())) {
                    whole(tab.page(), folder.resolve(view.getKey() + ".png"));
                }
            }
            try (var tab = browser.open(html.toUri(), View.DARK)) {
                tab.page().emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
                tab.page().pdf(new Page.PdfOptions().setFormat("A4").setPath(folder.resolve("print.pdf")));
            }
            try (var tab = browser.open(html.toUri(), View.DESK)) {
                first(tab.page(), folder.resolve("readme.png"));
                if (tab.page().locator("section[id^=step-]").count() > 1) {
                    timeLines(tab.page(), folder.resolve("time-lines.png"));
                }
            }
        }
    }

    private static void whole(Page page, Path file) {
        page.screenshot(new Page.ScreenshotOptions().setFullPage(true).setPath(file));
    }

    /** The first two time lines, one below the other, without their notes and tables. */
    private static void timeLines(Page page, Path file) {
        page.addStyleTag(new Page.AddStyleTagOptions()
                .setContent("section[id^=step-] > :not(h2, h3, figure, .legend) { display: none }"));
        var sections = page.locator("section[id^=step-]");
        var first = sections.nth(0).boundingBox();
        var second = sections.nth(1).boundingBox();
        page.screenshot(new Page.ScreenshotOptions()
                .setFullPage(true)
                .setClip(0, first.y - MARGIN, View.DESK.width(), second.y + second.height - first.y + 2 * MARGIN)
                .setPath(file));
    }

    /** From the sentence to the first chart, without the tables. */
    private static void first(Page page, Path file) {
        var end = page.locator("#rate figure").boundingBox();
        page.screenshot(new Page.ScreenshotOptions()
                .setFullPage(true)
                .setClip(0, 0, View.DESK.width(), end.y + end.height + 4)
                .setPath(file));
    }
}
