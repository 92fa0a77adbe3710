package threadwall.report.html;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/** Style and script that pages are made with, from this module's resources. */
public final class WebAssets {

    public static final String FOLDER = "/threadwall/report/web/";

    /** Of the charts and of ours. */
    public static final List<String> STYLES = List.of("uPlot.min.css", "threadwall.css");

    /** In the order in which they need each other. */
    public static final List<String> SCRIPTS = List.of(
            "uPlot.iife.min.js",
            "numbers.js",
            "style.js",
            "spec.js",
            "marks.js",
            "options.js",
            "legend.js",
            "charts.js");

    private WebAssets() {}

    static String style() {
        return texts(STYLES);
    }

    static String script() {
        return texts(SCRIPTS);
    }

    private static String texts(List<String> names) {
        return names.stream().map(name -> "\n" + text(name)).collect(Collectors.joining());
    }

    /** What a page may run: this script and nothing else, and no network (Content Security Policy). */
    static String policy(String script) {
        return "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-%s'"
                .formatted(sha256(script));
    }

    private static String sha256(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }

    private static String text(String name) {
        try (var in = WebAssets.class.getResourceAsStream(FOLDER + name)) {
            if (in == null) {
                throw new IllegalStateException("this build lacks " + FOLDER + name);
            }
            // a browser reads line ends as \n before it hashes
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .replace("\r\n", "\n")
                    .strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
