package threadwall.cli;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import threadwall.record.ResilienceRecord;
import threadwall.report.ResilienceTable;

/** The table over all servers that were tested, told once: at the end, whatever that is, or as this JVM ends before it. */
final class ResilienceOverview implements AutoCloseable {

    private final List<ResilienceRecord> records = new CopyOnWriteArrayList<>();
    private final AtomicBoolean told = new AtomicBoolean();
    private final Consumer<String> out;
    private final InterruptedRun unfinished;

    ResilienceOverview(Consumer<String> out) {
        this.out = out;
        unfinished = InterruptedRun.unlessDone(this::tell);
    }

    void add(ResilienceRecord record) {
        records.add(record);
    }

    /** Those so far. */
    List<ResilienceRecord> records() {
        return List.copyOf(records);
    }

    /** Of one server its own lines say all. */
    private void tell() {
        if (records.size() > 1 && told.compareAndSet(false, true)) {
            out.accept("\n" + ResilienceTable.render(records()));
        }
    }

    @Override
    public void close() {
        unfinished.done();
        tell();
    }
}
