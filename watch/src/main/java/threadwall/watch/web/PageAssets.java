package threadwall.watch.web;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import threadwall.webcharts.ChartAssets;

/** The page and its files. They are read once, so that a missing file is noticed at the start. */
final class PageAssets {

    /** @param type media type */
    record Asset(String type, byte[] bytes) {}

    private static final String PAGE = "live.html";

    private static final String FOLDER = "/threadwall/watch/web/";

    /** Only these files are served, whatever a path contains. */
    private static final List<String> FILES =
            List.of(PAGE, "icon.svg", "live.css", "history.js", "stream.js", "live.js");

    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml");

    private final Map<String, Asset> byPath = new HashMap<>();

    PageAssets() throws IOException {
        for (var file : FILES) {
            byPath.put("/" + (file.equals(PAGE) ? "" : file), read(FOLDER, file));
        }
        for (var files : List.of(ChartAssets.STYLES, ChartAssets.SCRIPTS)) {
            for (var file : files) {
                byPath.put("/" + file, read(ChartAssets.FOLDER, file));
            }
        }
    }

    private static Asset read(String folder, String name) throws IOException {
        try (var in = PageAssets.class.getResourceAsStream(folder + name)) {
            if (in == null) {
                throw new IOException("this build has no %s%s; build again: mvn package".formatted(folder, name));
            }
            return new Asset(TYPES.get(name.substring(name.lastIndexOf('.') + 1)), in.readAllBytes());
        }
    }

    Optional<Asset> at(String path) {
        return Optional.ofNullable(byPath.get(path));
    }
}
