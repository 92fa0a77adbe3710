package threadwall.report.html;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A report as a reader without a script has it, and the JSON of its charts: read back from the file's text alone. */
final class Page {

    private static final Pattern SECTION =
            Pattern.compile("<section[^>]* id=\"([^\"]*)\">(.*?)</section>", Pattern.DOTALL);
    private static final Pattern ROW = Pattern.compile("<tr[^>]*>(.*?)</tr>", Pattern.DOTALL);
    private static final Pattern CELL = Pattern.compile("<t[dh][^>]*>(.*?)</t[dh]>", Pattern.DOTALL);
    private static final Pattern CHARTS =
            Pattern.compile("<script type=\"application/json\" id=\"charts\">(.*?)</script>", Pattern.DOTALL);

    private final String html;

    Page(String html) {
        this.html = html;
    }

    /** Sections by id; a second one of the same id is a fault. */
    Map<String, String> sections() {
        var sections = new LinkedHashMap<String, String>();
        SECTION.matcher(html).results().forEach(match -> {
            if (sections.put(match.group(1), match.group(2)) != null) {
                throw new AssertionError("two sections " + match.group(1));
            }
        });
        return sections;
    }

    /** The rows of the first table of a section, by the titles of its columns. */
    List<Map<String, String>> table(String section) {
        var rows = new ArrayList<Map<String, String>>();
        var text = sections().get(section);
        var table = text.substring(text.indexOf("<table>"), text.indexOf("</table>"));
        List<String> titles = null;
        var matcher = ROW.matcher(table);
        while (matcher.find()) {
            var cells = all(CELL, matcher.group(1));
            if (titles == null) {
                titles = cells;
                continue;
            }
            var row = new LinkedHashMap<String, String>();
            for (int i = 0; i < titles.size(); i++) {
                row.put(titles.get(i), cells.get(i));
            }
            rows.add(row);
        }
        return rows;
    }

    JsonNode charts() {
        var match = CHARTS.matcher(html);
        if (!match.find()) {
            throw new AssertionError("no charts in the page");
        }
        return new JsonMapper().readTree(match.group(1));
    }

    /** The text of the first element of that class. */
    String first(String tag, String type) {
        return all(Pattern.compile("<%s class=\"%s\">(.*?)</%s>".formatted(tag, type, tag), Pattern.DOTALL), html)
                .getFirst();
    }

    /** The texts of all elements of a kind. */
    List<String> all(String tag) {
        return all(Pattern.compile("<%s(?: [^>]*)?>(.*?)</%s>".formatted(tag, tag), Pattern.DOTALL), html);
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(match -> unescaped(match.group(1)))
                .toList();
    }

    /** As HTML 5 reads character references, of which a report uses five. */
    private static String unescaped(String text) {
        return Pattern.compile("&(amp|lt|gt|quot|#39);")
                .matcher(text)
                .replaceAll(match -> Matcher.quoteReplacement(
                        switch (match.group(1)) {
                            case "amp" -> "&";
                            case "lt" -> "<";
                            case "gt" -> ">";
                            case "quot" -> "\"";
                            default -> "'";
                        }));
    }
}
