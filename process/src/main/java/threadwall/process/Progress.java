package threadwall.process;

/** Receives what a long run is doing; the command line shows it. */
public interface Progress {

    /** A message about the run as a whole. */
    void note(String text);

    /**
     * A step begins.
     *
     * @param secondsLeft for the whole run; {@code null} while it cannot be estimated
     */
    void step(int number, int of, String title, Double secondsLeft);

    /** What the current step is doing now. */
    void phase(String text);

    /** A counter of the current step; only its latest value matters. */
    void count(String text);

    /** The current step has ended, summarised in one line. */
    void done(String text);

    /**
     * Estimates the time left from the average time of the finished items.
     *
     * @param started {@link System#nanoTime()} at the start of the run
     * @return seconds; {@code null} while nothing is finished
     */
    static Double secondsLeft(long started, long finished, long of) {
        return finished == 0 ? null : Double.valueOf((System.nanoTime() - started) / 1e9 / finished * (of - finished));
    }
}
