package threadwall.lessons;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the commands of a lesson found.
 *
 * @param guessed the figure that the learner guessed
 * @param measured whether it was measured; otherwise doctor predicted it
 * @param predicted what doctor or a formula says of the same figure, with its label; empty if the lesson has no prediction
 * @param more figures that the last question asks about and the chart does not have
 * @param doubted servers whose figures of CPU time and rate are in doubt, as the command's own output says
 */
record Finding(
        Figure guessed,
        boolean measured,
        Optional<Figure> predicted,
        BarChart chart,
        List<Figure> more,
        List<String> doubted) {

    static Finding measured(Figure guessed, BarChart chart) {
        return new Finding(guessed, true, Optional.empty(), chart, List.of(), List.of());
    }

    /** A figure that doctor predicted, and nothing measured. */
    static Finding ofDoctor(Figure guessed, BarChart chart) {
        return new Finding(guessed, false, Optional.empty(), chart, List.of(), List.of());
    }

    Finding against(Figure prediction) {
        return new Finding(guessed, measured, Optional.of(prediction), chart, more, doubted);
    }

    Finding with(List<Figure> figures) {
        return new Finding(guessed, measured, predicted, chart, List.copyOf(figures), doubted);
    }

    /** @param records of the loads */
    Finding doubting(Records records) {
        return new Finding(guessed, measured, predicted, chart, more, records.doubted());
    }

    /** What to say of the doubts; empty if there are none. */
    Optional<String> doubt() {
        return doubted.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        "In doubt: %s; the notes below the command's table say why. Run the lesson again with --again,"
                                        .formatted(String.join(", ", doubted))
                                + " with nothing else running.");
    }

    /** All figures but the guess, each with its label, in the order in which they are shown. */
    List<Figure> figures() {
        var figures = new ArrayList<Figure>();
        predicted.ifPresent(figures::add);
        figures.add(guessed.labelled((measured ? "measured, " : "predicted by doctor, ") + guessed.label()));
        figures.addAll(more);
        return figures;
    }
}
