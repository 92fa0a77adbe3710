package threadwall.cli;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import threadwall.record.AbuseRecord;
import threadwall.report.AbuseTable;

/** The table over all servers that were tested, told once: at the end, whatever that is, or as this JVM ends before it. */
final class AbuseOverview implements AutoCloseable {

    private final List<AbuseRecord> records = new CopyOnWriteArrayList<>();
    private final AtomicBoolean told = new AtomicBoolean();
    private final Consumer<String> out;
    private final Unfinished unfinished;

    AbuseOverview(Consumer<String> out) {
        this.out = out;
        unfinished = Unfinished.unlessDone(this::tell);
    }

    void add(AbuseRecord record) {
        records.add(record);
    }

    /** Those so far. */
    List<AbuseRecord> records() {
        return List.copyOf(records);
    }

    /** Of one server its own lines say all. */
    private void tell() {
        if (records.size() > 1 && told.compareAndSet(false, true)) {
            out.accept("\n" + AbuseTable.render(records()));
        }
    }

    @Override
    public void close() {
        unfinished.done();
        tell();
    }
}
