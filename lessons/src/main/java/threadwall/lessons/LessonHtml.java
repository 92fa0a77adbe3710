package threadwall.lessons;

import static threadwall.lessons.HtmlPage.escaped;

import java.util.Locale;
import threadwall.lessons.LessonPage.Section;

/** What a lesson shows in the terminal, as an HTML page: the question, the chart, the guess, and why. */
final class LessonHtml {

    private LessonHtml() {}

    /**
     * @param guess {@code null} if the learner made none
     * @param root from the page's folder to the project's root, for links: {@code ../..}
     */
    static String of(LessonPage page, Finding finding, Double guess, String root) {
        var html = new HtmlPage(page.number() + ". " + page.title());
        html.html(page.html(Section.QUESTION, root));
        html.heading(Section.LOOK.heading()).html(chart(finding.chart()));
        html.html("<table>\n");
        if (guess != null) {
            html.html(row("your guess", new Figure("", guess, finding.measured().unit())));
        }
        finding.predicted().ifPresent(figure -> html.html(row(figure.label(), figure)));
        html.html(row("measured, " + finding.measured().label(), finding.measured()));
        html.html("</table>\n");
        html.heading(Section.WHY.heading()).html(page.html(Section.WHY, root));
        html.paragraph("This corrects: " + page.fact("Corrects"));
        return html.end();
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

    private static String row(String label, Figure figure) {
        return "<tr><th scope=\"row\">%s</th><td class=\"number\">%s</td></tr>\n"
                .formatted(escaped(label), escaped(figure.text()));
    }
}
