package threadwall.report;

import threadwall.record.DataRecord;
import threadwall.record.DataRecord.Loading;
import threadwall.record.DataRecord.World;

/** The contents of a store, in a few lines. */
public final class DataText {

    private static final String INDENT = "        ";

    private DataText() {}

    /** @param where the data is. Records do not contain it, since it may be private */
    public static String render(String where, DataRecord record) {
        var out = new StringBuilder();
        say(out, "where", where);
        say(out, "store", record.engine());
        say(out, "world", record.world() == null ? "no such table" : world(record.world()));
        say(out, "users", record.users() == null ? "no such table" : "%,d rows".formatted(record.users()));
        if (record.loading() != null) {
            say(out, "load", loading(record.loading()));
        }
        if (record.failure() != null) {
            say(out, "fault", record.failure());
        }
        return out.toString();
    }

    private static String world(World world) {
        if (world.rows() == 0) {
            return "no row, " + size(world);
        }
        return "%,d rows, ids %,d to %,d, sum of numbers %,d, %s; %s, %.1f bytes a row"
                .formatted(
                        world.rows(),
                        world.lowestId(),
                        world.highestId(),
                        world.sum(),
                        world.asLoaded() ? "as loaded" : "NOT as loaded",
                        size(world),
                        world.bytesPerRow());
    }

    private static String size(World world) {
        return world.indexBytes() == null
                ? megabytes(world.tableBytes()) + " of file"
                : "%s of table and %s of index".formatted(megabytes(world.tableBytes()), megabytes(world.indexBytes()));
    }

    private static String megabytes(long bytes) {
        return "%,.1f MB".formatted(bytes / 1e6);
    }

    private static String loading(Loading loading) {
        return "%,d rows in %,.1f s, %,.0f rows/s; predicted from a trial: %,.0f rows/s and %.1f bytes a row"
                .formatted(
                        loading.asked() - loading.present(),
                        loading.seconds(),
                        loading.rowsPerSecond(),
                        loading.trialRowsPerSecond(),
                        loading.trialBytesPerRow());
    }

    private static void say(StringBuilder out, String label, String sentence) {
        out.append(LineWrap.labelled(label, sentence, INDENT));
    }
}
