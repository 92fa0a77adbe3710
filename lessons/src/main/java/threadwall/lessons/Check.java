package threadwall.lessons;

import java.util.List;

/** Judges the answer to a lesson's last question by what was measured. */
sealed interface Check {

    /** Whether an answer is right. One that cannot be read is wrong. */
    boolean isRight(String answer);

    /** Whether it is an answer at all, right or wrong. */
    boolean isReadable(String answer);

    /** Of a wrong answer: {@code ": too high"}, {@code ": too low"}, or nothing where there is neither. */
    default String direction(String answer) {
        return "";
    }

    /** A right answer, as a learner would type it. */
    String rightAnswer();

    /**
     * A number with a tolerance.
     *
     * @param tolerance as a share of the right number
     */
    record Number(double right, double tolerance) implements Check {

        @Override
        public boolean isRight(String answer) {
            var number = TypedNumber.parse(answer);
            return number.isPresent() && Math.abs(number.getAsDouble() - right) <= tolerance * Math.abs(right);
        }

        @Override
        public boolean isReadable(String answer) {
            return TypedNumber.parse(answer).isPresent();
        }

        @Override
        public String direction(String answer) {
            return TypedNumber.parse(answer).orElse(right) > right ? ": too high" : ": too low";
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
        public boolean isReadable(String answer) {
            return true;
        }

        @Override
        public String rightAnswer() {
            return right.getFirst();
        }
    }
}
