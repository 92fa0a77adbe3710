package threadwall.process;

/** Told what a sweep is doing; the command line shows it. */
public interface Progress {

    /** A sentence about the run as a whole. */
    void note(String text);

    /** A step begins; {@code secondsLeft} for the whole run is {@code null} while nothing is known. */
    void step(int number, int of, String title, Double secondsLeft);

    /** What the current step is doing now. */
    void phase(String text);

    /** How far the current step has counted; only the latest of these matters. */
    void count(String text);

    /** The current step is over, in one line. */
    void done(String text);

    /**
     * How long the rest will take, when it takes as long as what is finished did.
     *
     * @param started {@link System#nanoTime()} at its beginning
     * @return seconds; {@code null} while nothing is finished
     */
    static Double secondsLeft(long started, long finished, long of) {
        return finished == 0 ? null : Double.valueOf((System.nanoTime() - started) / 1e9 / finished * (of - finished));
    }
}
