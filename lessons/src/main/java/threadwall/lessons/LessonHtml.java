package threadwall.lessons;

import static threadwall.lessons.HtmlPage.escaped;

import java.util.Locale;
import java.util.Optional;
import threadwall.lessons.LessonPage.Section;

/** What a lesson shows in the terminal, as an HTML page that needs nothing else. */
final class LessonHtml {

    private LessonHtml() {}

    /**
     * What a part of a lesson showed.
     *
     * @param guess {@code null} if the learner made none
     */
    record Look(Finding finding, Double guess) {}

    /**
     * @param run of the section "Run"
     * @param change of the section "Change it"; empty before it, and for a published record
     * @param root from the page's folder to the project's root, for links: {@code ../..}
     */
    static String of(LessonPage page, Look run, Optional<Look> change, String root) {
        var html = new HtmlPage(page.number() + ". " + page.title());
        html.html(page.html(Section.QUESTION, root));
        html.html(page.html(Section.GUESS, root));
        html.heading(Section.RUN.heading()).html(page.html(Section.RUN, root)).html(commands(page, Section.RUN));
        html.heading(Section.LOOK.heading()).html(look(run));
        html.heading(Section.WHY.heading()).html(page.html(Section.WHY, root));
        html.paragraph("This corrects: " + page.fact("Corrects"));
        change.ifPresent(look -> html.heading(Section.CHANGE.heading())
                .html(page.html(Section.CHANGE, root))
                .html(commands(page, Section.CHANGE))
                .html(look(look))
                .heading(Section.CHANGED.heading())
                .html(page.html(Section.CHANGED, root)));
        html.heading(Section.CHECK.heading()).html(page.html(Section.CHECK, root));
        return html.end();
    }

    private static String commands(LessonPage page, Section section) {
        return "<pre>%s</pre>\n".formatted(escaped(String.join("\n", page.commands(section))));
    }

    private static String look(Look look) {
        var rows = new StringBuilder();
        if (look.guess != null) {
            rows.append(row(
                    new Figure("your guess", look.guess, look.finding.guessed().unit())));
        }
        look.finding.figures().forEach(figure -> rows.append(row(figure)));
        var doubt = look.finding
                .doubt()
                .map(text -> "<p>" + escaped(text) + "</p>\n")
                .orElse("");
        return chart(look.finding.chart()) + "<table>\n" + rows + "</table>\n" + doubt;
    }

    private static String chart(BarChart chart) {
        var rows = new StringBuilder();
        for (var bar : chart.bars()) {
            rows.append("<tr><th scope=\"row\">%s</th><td><span class=\"bar\" style=\"width:%s%%\"></span></td>"
                            .formatted(escaped(bar.label()), String.format(Locale.ROOT, "%.1f", 100 * chart.share(bar)))
                    + "<td class=\"number\">%s</td></tr>\n".formatted(escaped(chart.text(bar))));
        }
        return "<table class=\"bars\">\n<caption>%s%s</caption>\n%s</table>\n"
                .formatted(escaped(chart.title()), chart.logarithmic() ? " (logarithmic scale)" : "", rows);
    }

    private static String row(Figure figure) {
        return "<tr><th scope=\"row\">%s</th><td class=\"number\">%s</td></tr>\n"
                .formatted(escaped(figure.label()), escaped(figure.text()));
    }
}
