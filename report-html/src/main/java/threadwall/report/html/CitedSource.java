package threadwall.report.html;

import java.util.List;
import java.util.Objects;

/**
 * A publication whose figures are shown beside those of a run.
 *
 * @param id that its figures refer to
 * @param shortName for the heading of a column
 * @param date of publication, as far as it is known: {@code 2024-12-01}
 * @param machine as stated; {@code null} = not stated
 * @param versions of the runtimes, as stated
 * @param note applies to all its figures
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

    /** The short name of a source, or its id where it is not listed. */
    static String shortName(List<CitedSource> sources, String id) {
        return sources.stream()
                .filter(source -> source.id.equals(id))
                .findFirst()
                .map(CitedSource::shortName)
                .orElse(id);
    }

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
