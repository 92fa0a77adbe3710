package threadwall.process;

/** Progress that is shown nowhere. */
public record NoProgress() implements Progress {
    @Override
    public void note(String text) {}

    @Override
    public void step(int number, int of, String title, Double secondsLeft) {}

    @Override
    public void phase(String text) {}

    @Override
    public void count(String text) {}

    @Override
    public void done(String text) {}
}
