package threadwall.lessons;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * The figures of all learners of a class, by lesson.
 *
 * @param learners how many exports there are
 */
public record ClassFigures(int learners, List<OfLesson> lessons) {

    /**
     * One lesson. Learners who did not get so far have no figure in it.
     *
     * @param right how many answered the last question
     */
    public record OfLesson(
            int number, String title, String unit, List<Double> guesses, List<Double> measured, int right) {

        /** The median guess; {@code null} if nobody guessed. */
        public Double medianGuess() {
            return median(guesses);
        }

        /** The median of the measurements; {@code null} if there is none. */
        public Double medianMeasured() {
            return median(measured);
        }

        static Double median(List<Double> values) {
            if (values.isEmpty()) {
                return null;
            }
            var sorted = values.stream().sorted(Comparator.naturalOrder()).toList();
            int middle = sorted.size() / 2;
            return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
        }
    }

    /**
     * @param home the project's root
     * @param exports one for each learner
     */
    public static ClassFigures of(Path home, List<LessonExport> exports) throws IOException {
        var lessons = new ArrayList<OfLesson>();
        for (var lesson : Lessons.all(home)) {
            int number = lesson.page().number();
            var states = exports.stream()
                    .flatMap(export -> export.lessons().stream())
                    .filter(state -> state.lesson() == number)
                    .toList();
            lessons.add(new OfLesson(
                    number,
                    lesson.page().title(),
                    states.stream()
                            .map(LessonState::unit)
                            .filter(Objects::nonNull)
                            .findFirst()
                            .orElse(""),
                    states.stream()
                            .map(LessonState::guess)
                            .filter(Objects::nonNull)
                            .toList(),
                    states.stream()
                            .filter(state -> !state.published())
                            .map(LessonState::measured)
                            .filter(Objects::nonNull)
                            .toList(),
                    (int) states.stream()
                            .filter(state -> Boolean.TRUE.equals(state.right()))
                            .count()));
        }
        return new ClassFigures(exports.size(), List.copyOf(lessons));
    }

    /** A table for a terminal. */
    public String text() {
        var text = new StringBuilder("%s\n\n%-38s %7s %12s %12s %6s\n"
                .formatted(counted(learners, "learner"), "lesson", "guesses", "median guess", "measured", "right"));
        for (var lesson : lessons) {
            text.append("%-38s %7d %12s %12s %6d\n"
                    .formatted(
                            lesson.number + ". " + lesson.title,
                            lesson.guesses.size(),
                            figure(lesson.medianGuess(), lesson.unit),
                            figure(lesson.medianMeasured(), lesson.unit),
                            lesson.right));
        }
        return text.toString();
    }

    /** {@code 1 guess}, {@code 2 guesses}. */
    static String counted(int number, String noun) {
        var plural = noun.endsWith("s") ? "es" : "s";
        return number + " " + noun + (number == 1 ? "" : plural);
    }

    static String figure(Double value, String unit) {
        return value == null ? "" : new Figure("", value, unit).text();
    }
}
