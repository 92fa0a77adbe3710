package threadwall.lessons;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * How far a learner got in a lesson, and with which figures. {@code null} is what has not happened yet, or was skipped.
 *
 * @param guess of the lesson's first question
 * @param measured figure that was to be guessed
 * @param unit of both; empty for counts
 * @param predicted by doctor or by a formula
 * @param published whether the figures are those of the published record, and not of this machine
 * @param changeGuess of the question after the change
 * @param changeMeasured figure that was to be guessed
 * @param answer to the last question
 * @param hints that were shown
 */
public record LessonState(
        int lesson,
        Phase phase,
        Double guess,
        Double measured,
        String unit,
        Double predicted,
        boolean published,
        Double changeGuess,
        Double changeMeasured,
        String answer,
        Boolean right,
        int hints) {

    /** What comes next. */
    public enum Phase {
        GUESS,
        RUN,
        CHANGE,
        CHECK,
        DONE
    }

    static LessonState begin(int lesson) {
        return new LessonState(lesson, Phase.GUESS, null, null, null, null, false, null, null, null, null, 0);
    }

    @JsonIgnore
    boolean isDone() {
        return phase == Phase.DONE;
    }

    LessonState guessed(Double number) {
        return new LessonState(lesson, Phase.RUN, number, null, null, null, false, null, null, null, null, hints);
    }

    LessonState ran(Finding finding, boolean fromPublished) {
        return new LessonState(
                lesson,
                fromPublished ? Phase.CHECK : Phase.CHANGE,
                guess,
                finding.guessed().value(),
                finding.guessed().unit(),
                finding.predicted().map(Figure::value).orElse(null),
                fromPublished,
                null,
                null,
                null,
                null,
                hints);
    }

    LessonState changed(Double number, Double result) {
        return new LessonState(
                lesson, Phase.CHECK, guess, measured, unit, predicted, published, number, result, null, null, hints);
    }

    LessonState hinted() {
        return new LessonState(
                lesson,
                phase,
                guess,
                measured,
                unit,
                predicted,
                published,
                changeGuess,
                changeMeasured,
                answer,
                right,
                hints + 1);
    }

    LessonState answered(String text, boolean isRight) {
        return new LessonState(
                lesson,
                isRight ? Phase.DONE : Phase.CHECK,
                guess,
                measured,
                unit,
                predicted,
                published,
                changeGuess,
                changeMeasured,
                text,
                isRight,
                hints);
    }
}
