package threadwall.lessons;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import threadwall.lessons.LessonPage.Section;

/** What a lesson's commands measured, as text: the chart, then guess, prediction and measurement. */
public final class LookText {

    /** Fits a phone held sideways, and paper. */
    private static final int COLUMNS_ON_A_PAGE = 64;

    private static final char BAR_ON_A_PAGE = '█';

    /** The first block of text in the section "Look". */
    private static final Pattern BLOCK = Pattern.compile(
            "(\n## %s\n(?:(?!\n## ).)*?\n```text\n)(?:(?!```).)*(```\n)".formatted(Section.LOOK.heading()),
            Pattern.DOTALL);

    private LookText() {}

    /** @param guess {@code null} if the learner made none */
    static String of(Finding finding, Double guess, int columns, char bar) {
        var text = new StringBuilder(finding.chart().render(columns, bar)).append('\n');
        if (guess != null) {
            var unit = finding.guessed().unit();
            text.append("  your guess: ")
                    .append(new Figure("", guess, unit).text())
                    .append('\n');
        }
        finding.figures().forEach(figure -> text.append("  %s: %s\n".formatted(figure.label(), figure.text())));
        finding.doubt()
                .ifPresent(doubt ->
                        text.append(PlainText.wrapped("  ", doubt, columns)).append('\n'));
        return text.toString();
    }

    /**
     * The pages of all lessons with what their published records show in the section "Look", by their paths.
     *
     * @param home the project's root
     * @throws IOException also when a record does not show what its lesson is about, or a page has no block for it
     */
    public static Map<Path, String> pages(Path home) throws IOException {
        var pages = new TreeMap<Path, String>();
        for (var lesson : Lessons.all(home)) {
            var path = lesson.page().path();
            var block = BLOCK.matcher(Files.readString(home.resolve(path)));
            if (!block.find()) {
                throw new IOException(
                        "%s has no block ```text in its section '%s'".formatted(path, Section.LOOK.heading()));
            }
            try {
                var finding = lesson.lesson()
                        .run(Records.in(home.resolve(lesson.page().publishedRecord())));
                var text = of(finding, null, COLUMNS_ON_A_PAGE, BAR_ON_A_PAGE);
                pages.put(path, block.replaceFirst("$1" + Matcher.quoteReplacement(text) + "$2"));
            } catch (UnusableRecordException e) {
                throw new IOException("%s: %s".formatted(lesson.page().publishedRecord(), e.getMessage()), e);
            }
        }
        return pages;
    }
}
