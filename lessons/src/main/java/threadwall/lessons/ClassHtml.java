package threadwall.lessons;

import static threadwall.lessons.HtmlPage.escaped;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures of a class as an HTML page: for each lesson all guesses and measurements on one logarithmic axis. */
public final class ClassHtml {

    private static final int WIDTH = 640;
    private static final int HEIGHT = 64;
    private static final int MARGIN = 40;
    private static final int GUESSES = 18;
    private static final int MEASURED = 38;
    private static final int LABELS = 60;

    private ClassHtml() {}

    public static String of(ClassFigures figures) {
        var html = new HtmlPage(ClassFigures.counted(figures.learners(), "learner"));
        html.paragraph("Upper row, circles: guesses. Lower row, dots: what was measured on each machine."
                + " The axis is logarithmic.");
        for (var lesson : figures.lessons()) {
            html.heading(lesson.number() + ". " + lesson.title());
            var all = new ArrayList<>(lesson.guesses());
            all.addAll(lesson.measured());
            all.removeIf(value -> value <= 0);
            if (all.isEmpty()) {
                html.paragraph("No figures.");
                continue;
            }
            html.html(axis(lesson, all));
            html.paragraph("%s, median %s; measured, median %s; %d answered the question right."
                    .formatted(
                            ClassFigures.counted(lesson.guesses().size(), "guess"),
                            text(lesson.medianGuess(), lesson.unit()),
                            text(lesson.medianMeasured(), lesson.unit()),
                            lesson.right()));
        }
        return html.end();
    }

    private static String text(Double value, String unit) {
        return value == null ? "none" : ClassFigures.figure(value, unit);
    }

    private static String axis(ClassFigures.OfLesson lesson, List<Double> all) {
        double least = all.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        double most = all.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        var svg = new StringBuilder("<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n"
                .formatted(WIDTH, HEIGHT, "Guesses and measurements of lesson " + lesson.number()));
        svg.append(
                "<line class=\"axis\" x1=\"%d\" x2=\"%d\" y1=\"48\" y2=\"48\"/>\n".formatted(MARGIN, WIDTH - MARGIN));
        svg.append(label(MARGIN, least, lesson.unit()));
        if (most > least) {
            svg.append(label(WIDTH - MARGIN, most, lesson.unit()));
        }
        lesson.guesses().stream()
                .filter(value -> value > 0)
                .forEach(value -> svg.append(mark("guess", x(value, least, most), GUESSES)));
        lesson.measured().stream()
                .filter(value -> value > 0)
                .forEach(value -> svg.append(mark("measured", x(value, least, most), MEASURED)));
        return svg + "</svg>\n";
    }

    private static double x(double value, double least, double most) {
        double share = most > least ? Math.log(value / least) / Math.log(most / least) : 0;
        return MARGIN + share * (WIDTH - 2 * MARGIN);
    }

    private static String mark(String kind, double x, int y) {
        return String.format(Locale.ROOT, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%d\" r=\"5\"/>\n", kind, x, y);
    }

    private static String label(int x, double value, String unit) {
        return "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n"
                .formatted(x, LABELS, escaped(ClassFigures.figure(value, unit)));
    }
}
