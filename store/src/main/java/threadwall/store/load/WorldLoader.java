package threadwall.store.load;

import threadwall.store.StoreUnavailableException;

/** Brings a table of worlds to a number of rows, from wherever an earlier load has left it. */
final class WorldLoader {

    /** Rows of one commit: so many a load that is killed has to do again. */
    static final int BATCH = 100_000;

    /** Rows of a trial: tens of megabytes, so that neither a table's first pages count nor code that is not compiled yet. */
    private static final int TRIAL = 500_000;

    /** Told what a load is doing. */
    interface Listener {
        /** Before the first row is written, or refused. */
        void plan(LoadPlan plan);

        /** After each commit: rows that are there, and seconds since this load's first. */
        void at(int rows, double seconds);

        /** What takes a while and does not count. */
        void doing(String what);
    }

    private final WorldTable table;
    private final Listener listener;

    WorldLoader(WorldTable table, Listener listener) {
        this.table = table;
        this.listener = listener;
    }

    /**
     * Loads the rows that are missing and reads all of them back.
     *
     * @param dryRun to stop after the plan
     * @return what the table holds now
     * @throws StoreUnavailableException when it holds what no load has made, or more, or the disk is too small, or another
     *     load is at work
     */
    TableContents load(int rows, boolean dryRun) {
        if (!dryRun) {
            table.lock();
        }
        listener.doing("reading what is there");
        var before = table.read().orElse(TableContents.NONE);
        require(before, rows);
        int present = (int) before.rows();
        if (present == rows) {
            return before;
        }
        listener.doing("trying what rows cost");
        var plan = new LoadPlan(rows, present, table.trial(Math.min(TRIAL, rows - present)), table.room());
        listener.plan(plan);
        plan.obstacle().ifPresent(obstacle -> {
            throw new StoreUnavailableException(obstacle, null);
        });
        if (dryRun) {
            return before;
        }
        table.begin();
        append(present, rows);
        listener.doing("settling the table");
        table.settle();
        listener.doing("reading all rows back");
        return table.read().orElse(TableContents.NONE);
    }

    private static void require(TableContents there, int rows) {
        if (!there.isDrawn()) {
            throw new StoreUnavailableException(
                    "world has %s, which no load has made: ./threadwall data drop takes it away".formatted(there),
                    null);
        }
        if (there.rows() > rows) {
            throw new StoreUnavailableException(
                    "world has %,d rows, more than the %,d asked for: ask for that many, or begin anew with ./threadwall data drop"
                            .formatted(there.rows(), rows),
                    null);
        }
    }

    private void append(int present, int rows) {
        long start = System.nanoTime();
        for (int done = present; done < rows; ) {
            int last = done + Math.min(BATCH, rows - done);
            table.append(done + 1, last);
            done = last;
            listener.at(done, (System.nanoTime() - start) / 1e9);
        }
    }
}
