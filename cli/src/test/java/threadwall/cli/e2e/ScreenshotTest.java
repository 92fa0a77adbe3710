package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
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
                var timeLines = tab.page().locator("section[id^=step-] figure");
                if (timeLines.count() > 0) {
                    timeLines.first().screenshot(new Locator.ScreenshotOptions().setPath(folder.resolve("ramp.png")));
                }
            }
        }
    }

    private static void whole(Page page, Path file) {
        page.screenshot(new Page.ScreenshotOptions().setFullPage(true).setPath(file));
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
