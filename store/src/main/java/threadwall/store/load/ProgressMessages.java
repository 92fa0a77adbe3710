package threadwall.store.load;

import java.io.PrintStream;
import java.util.OptionalLong;

/** Prints the progress of a load on stdout, one line each: a keyword, then JSON or text. */
final class ProgressMessages implements WorldLoader.Listener {

    private static final long EVERY_NANOS = 200_000_000L;

    private final PrintStream out;

    /** The number of rows to reach. */
    private int goal;

    private long said;

    ProgressMessages(PrintStream out) {
        this.out = out;
    }

    @Override
    public void plan(LoadPlan plan) {
        goal = plan.rows();
        say(
                "PLAN {\"rows\":%d,\"present\":%d,\"bytes\":%d,\"seconds\":%.3f,\"bytesPerRow\":%.3f,\"rowsPerSecond\":%.1f,"
                        + "\"freeBytes\":%s}",
                plan.rows(),
                plan.present(),
                plan.bytes(),
                plan.seconds(),
                plan.trial().bytesPerRow(),
                plan.trial().rowsPerSecond(),
                plan.room().map(DiskSpace::freeBytes).orElse(null));
    }

    /** Prints a few times a second, and when all rows are loaded. */
    @Override
    public void at(int rows, double seconds) {
        if (rows == goal || System.nanoTime() - said >= EVERY_NANOS) {
            said = System.nanoTime();
            say("AT {\"rows\":%d,\"seconds\":%.6f}", rows, seconds);
        }
    }

    @Override
    public void doing(String what) {
        say("DOING %s", what);
    }

    /**
     * What a store holds.
     *
     * @param contents {@code null} if there is no table
     */
    void there(String engine, TableContents contents, WorldTable.Size size, OptionalLong users) {
        var world = contents == null
                ? null
                : "{\"rows\":%d,\"lowestId\":%d,\"highestId\":%d,\"sum\":%d,\"asLoaded\":%b,\"tableBytes\":%d,\"indexBytes\":%d}"
                        .formatted(
                                contents.rows(),
                                contents.lowest(),
                                contents.highest(),
                                contents.sum(),
                                contents.isDrawn(),
                                size.table(),
                                size.index());
        say(
                "THERE {\"engine\":\"%s\",\"world\":%s,\"users\":%s}",
                engine, world, users.isPresent() ? users.getAsLong() : null);
    }

    private void say(String format, Object... values) {
        out.println(format.formatted(values));
        out.flush();
    }
}
