package threadwall.report.html;

import java.util.List;
import java.util.Objects;

/**
 * A text with figures that stand beside ours.
 *
 * @param id by which figures name it
 * @param shortName for the head of a column
 * @param date when it was published, as far as it is known: {@code 2024-12-01}
 * @param machine as stated; {@code null} = not stated
 * @param versions of the runtimes, as stated
 * @param note what has to be known of all its figures
 */
public record CitedSource(
        String id,
        String shortName,
        String title,
        String author,
        String date,
        String url,
        String machine,
        List<String> versions,
        String note) {

    static void write(HtmlWriter html, List<CitedSource> sources) {
        html.open("ul", "class", "note").line();
        for (var source : sources) {
            html.open("li")
                    .text("%s: %s, “%s”, %s, ".formatted(source.shortName, source.author, source.title, source.date))
                    .element("a", source.url, "href", source.url)
                    .text(". Machine: %s. %s"
                            .formatted(
                                    Objects.requireNonNullElse(source.machine, "not stated"),
                                    String.join(", ", source.versions)))
                    .text(source.note == null ? "" : ". " + source.note)
                    .close("li")
                    .line();
        }
        html.close("ul").line();
    }
}
