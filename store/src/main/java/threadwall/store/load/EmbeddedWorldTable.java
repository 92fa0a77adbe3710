package threadwall.store.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.h2.engine.Constants;
import threadwall.store.PendingResult;
import threadwall.store.RootCause;
import threadwall.store.StoreUnavailableException;
import threadwall.store.TransactionException;
import threadwall.store.embedded.EmbeddedStore;
import threadwall.store.embedded.Txn;
import threadwall.store.embedded.Users;
import threadwall.store.embedded.Worlds;

/** The table in the embedded store, whose file holds all tables. Reading never creates the file. */
final class EmbeddedWorldTable implements WorldTable {

    /** Rows per transaction. The undo log of a larger one is written to the file too, and leaves gaps there. */
    private static final int TRANSACTION = 10_000;

    /** A table is read in one transaction, whatever its size; whoever waits for the load can end it. */
    private static final Duration PATIENCE = Duration.ofDays(7);

    private final Path folder;

    /** {@code null} until there is a file or {@link #begin} is called. */
    private EmbeddedStore store;

    private EmbeddedWorldTable(Path folder, EmbeddedStore store) {
        this.folder = folder;
        this.store = store;
    }

    /** @throws StoreUnavailableException if it cannot be used, or another process uses it */
    static EmbeddedWorldTable open(Path folder) {
        return new EmbeddedWorldTable(folder, Files.exists(file(folder)) ? EmbeddedStore.open(folder, PATIENCE) : null);
    }

    @Override
    public String engine() {
        return "H2 MVStore " + Constants.VERSION;
    }

    @Override
    public Optional<TableContents> read() {
        return Optional.ofNullable(store).map(there -> answer(there.read(EmbeddedWorldTable::contents)));
    }

    private static TableContents contents(Txn txn) {
        long rows = 0;
        long sum = 0;
        Integer lowest = null;
        Integer highest = null;
        for (var row : txn.open(Worlds.TABLE).entrySet()) {
            rows++;
            sum += row.getValue();
            lowest = lowest == null ? row.getKey() : lowest;
            highest = row.getKey();
        }
        return new TableContents(rows, lowest, highest, sum);
    }

    @Override
    public Size size() {
        try {
            return new Size(store == null ? 0 : Files.size(file(folder)), null);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public OptionalLong users() {
        return store == null ? OptionalLong.empty() : OptionalLong.of(answer(store.read(Users::count)));
    }

    @Override
    public Optional<DiskSpace> room() {
        try {
            return Optional.of(new DiskSpace(Files.getFileStore(place()).getUsableSpace(), 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where its folder is or will be created. */
    private Path place() {
        var place = folder.toAbsolutePath();
        while (!Files.exists(place)) {
            place = place.getParent();
        }
        return place;
    }

    /** Uses a file that is unlinked at once, so it is freed with this process however that ends. */
    @Override
    public RowCost trial(int rows) {
        try {
            var scratch = Files.createTempDirectory(place(), "threadwall-store-");
            try (var tried = opened(scratch);
                    var file = FileChannel.open(file(scratch))) {
                Files.delete(file(scratch));
                Files.delete(scratch);
                return trial(tried, file, rows);
            }
        } catch (IOException e) {
            throw new StoreUnavailableException(
                    "cannot write test rows near %s to measure the cost of a row (%s); name another folder with --data"
                            .formatted(folder, e),
                    e);
        }
    }

    /** Deletes the scratch folder even if the disk is full. */
    private static EmbeddedStore opened(Path scratch) throws IOException {
        try {
            return EmbeddedStore.open(scratch, PATIENCE);
        } catch (StoreUnavailableException e) {
            Files.deleteIfExists(file(scratch));
            Files.delete(scratch);
            throw e;
        }
    }

    /** Takes the time of the last batch only, because the JVM compiles the code during the first ones. */
    private static RowCost trial(EmbeddedStore tried, FileChannel file, int rows) throws IOException {
        long before = file.size();
        double rowsPerSecond = 0;
        for (int done = 0; done < rows; ) {
            int batch = Math.min(WorldLoader.BATCH, rows - done);
            long start = System.nanoTime();
            append(tried, done + 1, done + batch);
            rowsPerSecond = batch / ((System.nanoTime() - start) / 1e9);
            done += batch;
        }
        return new RowCost((double) (file.size() - before) / rows, 0, rowsPerSecond);
    }

    /** Nothing to do: an open file is locked. If there is no file, a refused load must not create one. */
    @Override
    public void lock() {}

    @Override
    public void begin() {
        if (store == null) {
            if (Files.exists(file(folder))) {
                throw new StoreUnavailableException(
                        "another load or a server has created %s meanwhile; wait for its end, then repeat the command to"
                                        .formatted(file(folder))
                                + " continue",
                        null);
            }
            store = EmbeddedStore.open(folder, PATIENCE);
        }
    }

    @Override
    public void append(int first, int last) {
        append(store, first, last);
    }

    private static void append(EmbeddedStore store, int first, int last) {
        for (int done = first - 1; done < last; ) {
            int from = done + 1;
            int to = done + Math.min(TRANSACTION, last - done);
            answer(store.submit(txn -> put(txn, from, to)));
            done = to;
        }
    }

    private static Void put(Txn txn, int first, int last) {
        var world = txn.open(Worlds.TABLE);
        for (int id = first; id <= last; id++) {
            world.put(id, RandomNumbers.of(id));
        }
        return null;
    }

    private static Path file(Path folder) {
        return folder.resolve(EmbeddedStore.FILE);
    }

    private static <T> T answer(PendingResult<T> pending) {
        try {
            return pending.get();
        } catch (TransactionException e) {
            throw new StoreUnavailableException("the embedded store reports: " + RootCause.of(e), e);
        }
    }

    /** Nothing to do: all rows are in the file. */
    @Override
    public void settle() {}

    /** Deletes the whole file; the next server fills in the fortunes again. */
    @Override
    public void drop() {
        close();
        try {
            Files.deleteIfExists(file(folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        if (store != null) {
            store.close();
        }
    }
}
