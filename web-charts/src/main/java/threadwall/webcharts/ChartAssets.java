package threadwall.webcharts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/** The style and the script of pages with charts, from this module's resources. */
public final class ChartAssets {

    /** Where the files are on the class path. */
    public static final String FOLDER = "/threadwall/webcharts/";

    public static final List<String> STYLES = List.of("uPlot.min.css", "threadwall.css");

    /** Each script uses those before it. */
    public static final List<String> SCRIPTS = List.of(
            "uPlot.iife.min.js",
            "numbers.js",
            "style.js",
            "spec.js",
            "marks.js",
            "options.js",
            "legend.js",
            "charts.js");

    private ChartAssets() {}

    public static String style() {
        return text(STYLES);
    }

    public static String script() {
        return text(SCRIPTS);
    }

    private static String text(List<String> names) {
        return names.stream().map(name -> "\n" + text(name)).collect(Collectors.joining());
    }

    /** A Content Security Policy that lets a page run this script alone, and use no network. */
    public static String policy(String script) {
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
        try (var in = ChartAssets.class.getResourceAsStream(FOLDER + name)) {
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
