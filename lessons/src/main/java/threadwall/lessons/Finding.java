package threadwall.lessons;

import java.util.Optional;

/**
 * What the commands of a lesson measured.
 *
 * @param measured what the learner guessed
 * @param predicted what doctor or a formula predicted, with its label; empty if the lesson has no prediction
 */
record Finding(Figure measured, Optional<Figure> predicted, BarChart chart) {

    static Finding of(Figure measured, BarChart chart) {
        return new Finding(measured, Optional.empty(), chart);
    }

    static Finding of(Figure measured, Figure predicted, BarChart chart) {
        return new Finding(measured, Optional.of(predicted), chart);
    }
}
