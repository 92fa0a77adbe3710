package threadwall.store.load;

import threadwall.store.StoreUnavailableException;

/** Extends a table of worlds to a number of rows, from wherever an earlier load stopped. */
final class WorldLoader {

    /** Rows per commit: a killed load repeats at most this many. */
    static final int BATCH = 100_000;

    /** Rows of the trial: tens of megabytes, so that neither a table's first pages nor interpreted code distorts it. */
    private static final int TRIAL = 500_000;

    /** Receives a load's progress. */
    interface Listener {
        /** Called before the first row is written, or refused. */
        void plan(LoadPlan plan);

        /** Called after each commit, with the rows present and the seconds since this load's first row. */
        void at(int rows, double seconds);

        /** Called before a step that takes a while without progress figures. */
        void doing(String what);
    }

    private final WorldTable table;
    private final Listener listener;

    WorldLoader(WorldTable table, Listener listener) {
        this.table = table;
        this.listener = listener;
    }

    /**
     * Loads the missing rows and reads all of them back.
     *
     * @param dryRun to stop after the plan
     * @return what the table holds now
     * @throws StoreUnavailableException when the table holds other or more rows, the disk is too small, or another load
     *     is running
     */
    TableContents load(int rows, boolean dryRun) {
        if (!dryRun) {
            table.lock();
        }
        listener.doing("reading existing rows");
        var before = table.read().orElse(TableContents.NONE);
        require(before, rows);
        int present = (int) before.rows();
        if (present == rows) {
            return before;
        }
        listener.doing("measuring the cost of a row");
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
        listener.doing("freezing the table");
        table.settle();
        listener.doing("reading all rows back");
        return table.read().orElse(TableContents.NONE);
    }

    private static void require(TableContents there, int rows) {
        if (!there.isDrawn()) {
            throw new StoreUnavailableException(
                    ("table world holds %s, which ./threadwall data load did not write; delete the table with"
                                    + " ./threadwall data drop")
                            .formatted(there),
                    null);
        }
        if (there.rows() > rows) {
            throw new StoreUnavailableException(
                    ("table world already has %,d rows, but --rows is %,d: raise --rows, or delete the table with"
                                    + " ./threadwall data drop")
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
