package threadwall.cli.e2e;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.WaitForFunctionOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/**
 * The distribution's chromium, driven by Playwright, which downloads none of its own. Each {@link Tab} keeps what its page
 * complained of and what it asked of the network. For one thread; {@link Cli#run} would take its processes for leftovers when
 * it is started meanwhile, so commands come before or after.
 */
final class Browser implements AutoCloseable {

    private final Playwright playwright;
    private final com.microsoft.playwright.Browser chromium;

    private Browser(Path program) {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        try {
            // without a sandbox: chromium refuses it to root, and all it opens is ours
            chromium = playwright
                    .chromium()
                    .launch(new LaunchOptions().setExecutablePath(program).setArgs(List.of("--no-sandbox")));
        } catch (RuntimeException e) {
            playwright.close();
            throw e;
        }
    }

    static Browser start() {
        return new Browser(program());
    }

    /** Without a chromium on PATH the test that asks is skipped; {@code ./threadwall test} installs one. */
    static Path program() {
        var program = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser")
                        .map(name -> Path.of(folder).resolve(name)))
                .filter(Files::isExecutable)
                .findFirst();
        assumeTrue(program.isPresent(), "no chromium on PATH; install it: apt-get install chromium");
        return program.get();
    }

    /**
     * How a page is looked at.
     *
     * @param width of the window in CSS pixels, as is its height
     * @param scripts whether the page's JavaScript runs
     */
    record View(int width, int height, ColorScheme scheme, boolean scripts) {
        static final View DESK = new View(1100, 900, ColorScheme.LIGHT, true);
        static final View DARK = new View(1100, 900, ColorScheme.DARK, true);
        static final View PHONE = new View(380, 720, ColorScheme.LIGHT, true);
        static final View WITHOUT_SCRIPTS = new View(1100, 900, ColorScheme.LIGHT, false);
    }

    Tab open(URI address, View view) {
        var context = chromium.newContext(new com.microsoft.playwright.Browser.NewContextOptions()
                .setViewportSize(view.width, view.height)
                .setColorScheme(view.scheme)
                .setJavaScriptEnabled(view.scripts));
        var tab = new Tab(context.newPage(), new CopyOnWriteArrayList<>(), new CopyOnWriteArrayList<>());
        tab.page.onConsoleMessage(message -> {
            if (List.of("error", "warning").contains(message.type())) {
                tab.complaints.add(message.type() + ": " + message.text());
            }
        });
        tab.page.onPageError(error -> tab.complaints.add("uncaught: " + error));
        tab.page.onRequestFailed(request -> tab.complaints.add("failed: " + request.url()));
        tab.page.onRequest(request -> tab.requests.add(request.url()));
        tab.page.navigate(address.toString());
        return tab;
    }

    /**
     * One open page.
     *
     * @param complaints errors and warnings on its console, uncaught exceptions, requests that failed
     * @param requests the addresses that it asked for, its own first
     */
    record Tab(Page page, List<String> complaints, List<String> requests) implements AutoCloseable {

        /** Not often: what polls is not to be seen in what it watches. */
        private static final Duration POLL = Duration.ofMillis(250);

        /** Counts, texts and the like come as Playwright makes them of JSON: Integer or Double, String, List, Map. */
        Object eval(String script) {
            return page.evaluate(script);
        }

        int number(String script) {
            return ((Number) eval(script)).intValue();
        }

        /**
         * Waits until a JavaScript expression is true. It goes as a function: Playwright evaluates a function's text once, but
         * any other text at each look, and after the first look a page's Content-Security-Policy forbids that.
         */
        void await(Duration bound, String condition) {
            page.waitForFunction(
                    "() => Boolean(" + condition + ")",
                    null,
                    new WaitForFunctionOptions().setTimeout(bound.toMillis()).setPollingInterval(POLL.toMillis()));
        }

        @Override
        public void close() {
            page.context().close();
        }
    }

    @Override
    public void close() {
        playwright.close(); // and chromium with it
    }
}
