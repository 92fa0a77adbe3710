package threadwall.lessons;

import java.util.List;
import java.util.regex.Pattern;

/** Judges the answer to a lesson's last question by what was measured. */
sealed interface Check {

    /** Whether an answer is right. One that cannot be read is wrong. */
    boolean isRight(String answer);

    /** A right answer, as a learner would type it. */
    String rightAnswer();

    /**
     * A number with a tolerance.
     *
     * @param tolerance as a share of the right number
     */
    record Number(double right, double tolerance) implements Check {

        private static final Pattern THOUSANDS = Pattern.compile("(?<=\\d),(?=\\d{3})");

        @Override
        public boolean isRight(String answer) {
            var digits = THOUSANDS.matcher(answer.strip()).replaceAll("");
            try {
                return Math.abs(Double.parseDouble(digits) - right) <= tolerance * Math.abs(right);
            } catch (NumberFormatException none) {
                return false;
            }
        }

        @Override
        public String rightAnswer() {
            return Figure.number(right);
        }
    }

    /**
     * A word, such as a choice {@code a} or the name of a limit. Case does not matter.
     *
     * @param right all words that are right: several where the measurement does not tell them apart
     */
    record Word(List<String> right) implements Check {

        Word(String only) {
            this(List.of(only));
        }

        @Override
        public boolean isRight(String answer) {
            return right.stream().anyMatch(word -> word.equalsIgnoreCase(answer.strip()));
        }

        @Override
        public String rightAnswer() {
            return right.getFirst();
        }
    }
}
