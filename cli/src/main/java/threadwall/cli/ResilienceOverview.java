package threadwall.cli;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import threadwall.record.ResilienceRecord;
import threadwall.report.ResilienceTable;

/** The table of all tested servers. It is printed once, at the end or when this JVM is ended early. */
final class ResilienceOverview implements AutoCloseable {

    private final List<ResilienceRecord> records = new CopyOnWriteArrayList<>();
    private final AtomicBoolean printed = new AtomicBoolean();
    private final Consumer<String> out;
    private final InterruptedRun unfinished;

    ResilienceOverview(Consumer<String> out) {
        this.out = out;
        unfinished = InterruptedRun.unlessDone(this::print);
    }

    void add(ResilienceRecord record) {
        records.add(record);
    }

    /** The records so far. */
    List<ResilienceRecord> records() {
        return List.copyOf(records);
    }

    /** A single server needs no table. */
    private void print() {
        if (records.size() > 1 && printed.compareAndSet(false, true)) {
            out.accept("\n" + ResilienceTable.render(records()));
        }
    }

    @Override
    public void close() {
        unfinished.done();
        print();
    }
}
