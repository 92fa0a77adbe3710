package threadwall.store.postgres;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;

/**
 * The folder of a PostgreSQL that we start: {@code data/} is PostgreSQL's own, {@code log} has its output since the
 * last start. A temporary folder is deleted with its PostgreSQL; a folder that the user named is kept.
 */
final class DataFolder implements AutoCloseable {

    /** Locked while this JVM lives: {@code ./threadwall clean} skips folders whose claim is locked. */
    private static final String CLAIM = "claim";

    /** Exists once {@code data/} is complete. */
    private static final String COMPLETE = "complete";

    /** Holds the boot id of the machine's boot in which the folder was last used. */
    private static final String BOOT = "boot";

    private static final Path THIS_BOOT = Path.of("/proc/sys/kernel/random/boot_id");

    private static final int FORMER_TRIES = 300;

    private static final int TRY_MILLIS = 50;

    private final Path path;
    private final boolean stays;
    private final FileChannel claim;

    private DataFolder(Path path, boolean stays, FileChannel claim) {
        this.path = path;
        this.stays = stays;
        this.claim = claim;
    }

    /** In the default folder for temporary files. */
    static DataFolder temporary() throws IOException {
        return temporaryIn(Path.of(System.getProperty("java.io.tmpdir")));
    }

    static DataFolder temporaryIn(Path place) throws IOException {
        var path = Files.createTempDirectory(place, "threadwall-postgres-").toRealPath();
        var claim = openClaim(path);
        isFree(claim);
        return new DataFolder(path, false, claim);
    }

    /**
     * A folder that is kept; created if missing.
     *
     * @throws IOException when it holds something else, or a PostgreSQL runs in it; the message says what to do
     */
    static DataFolder kept(Path folder) throws IOException, InterruptedException {
        var path = Files.createDirectories(folder).toRealPath();
        var mark = path.resolve(CLAIM);
        if (Files.exists(mark) ? Files.size(mark) > 0 : !isEmpty(path)) { // our claim file is empty
            throw new IOException(
                    "%s contains files that do not belong to threadwall's PostgreSQL; name an empty or new folder"
                            .formatted(path));
        }
        var claim = openClaim(path);
        var kept = new DataFolder(path, true, claim);
        if (!isFree(claim) || kept.outlastsItsJvm()) {
            claim.close();
            throw new IOException(
                    "a PostgreSQL already runs in %s; use it by its URL, or name another folder".formatted(path));
        }
        kept.removeUnlessComplete();
        kept.removeNoteOfEarlierBoot();
        Files.deleteIfExists(kept.log());
        return kept;
    }

    Path path() {
        return path;
    }

    boolean stays() {
        return stays;
    }

    Path data() {
        return path.resolve("data");
    }

    Path log() {
        return path.resolve("log");
    }

    /**
     * PID of the PostgreSQL that runs here; negative while initdb runs one.
     *
     * @throws IOException also when PostgreSQL has created the file and not yet written its PID
     */
    long postmaster() throws IOException {
        var file = data().resolve("postmaster.pid");
        var lines = Files.readAllLines(file);
        if (lines.isEmpty()) {
            throw new IOException(file + " is empty");
        }
        return Long.parseLong(lines.getFirst());
    }

    /**
     * Marks the data as complete. The mark is synced before any client can store something, because a start without it
     * deletes the data.
     */
    void complete() throws IOException {
        try (var file = FileChannel.open(path.resolve(COMPLETE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var folder = FileChannel.open(path)) {
            file.force(true);
            folder.force(true);
        }
    }

    /** Allows others to use the folder. */
    @Override
    public void close() throws IOException {
        claim.close();
    }

    /**
     * After the previous JVM has died, its keeper may still be stopping PostgreSQL, or initdb may be running: waits for
     * both.
     */
    private boolean outlastsItsJvm() throws IOException, InterruptedException {
        for (int tries = 0; tries < FORMER_TRIES && (isUsed() || isBeingMade()); tries++) {
            TimeUnit.MILLISECONDS.sleep(TRY_MILLIS);
        }
        return isUsed() || isBeingMade();
    }

    /** An initdb whose parent died keeps writing, into data that are about to be deleted here. */
    private boolean isBeingMade() {
        return !Files.exists(path.resolve(COMPLETE))
                && ProcessHandle.allProcesses().map(ProcessHandle::info).anyMatch(this::makesIt);
    }

    /** Root starts initdb by unshare(1), whose command line has that of initdb. */
    private boolean makesIt(ProcessHandle.Info process) {
        var line = process.commandLine().orElse("");
        return line.contains("/initdb ") && line.contains(" " + data() + " ");
    }

    /** Also true for a zombie, because PostgreSQL would take its PID for a running postmaster. */
    private boolean isUsed() {
        try {
            return isZombie(process(postmaster())) || isUsedBy(postmaster());
        } catch (IOException goneOrNotOurs) {
            return false;
        }
    }

    /**
     * Whether that process is the PostgreSQL that runs here. PIDs are reused, so this checks that its working directory
     * is the data folder. A zombie has no working directory.
     */
    boolean isUsedBy(long pid) {
        try {
            return Files.readSymbolicLink(process(pid).resolve("cwd")).equals(data());
        } catch (IOException goneOrNotOurs) {
            return false;
        }
    }

    private static Path process(long pid) {
        return Path.of("/proc", Long.toString(pid));
    }

    /** Checks the third field of proc_pid_stat(5); the second, a name in parentheses, may contain anything. */
    private static boolean isZombie(Path process) throws IOException {
        var stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
        return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
    }

    /** An interrupted first start leaves data that PostgreSQL cannot use. */
    private void removeUnlessComplete() throws IOException {
        if (Files.exists(data()) && !Files.exists(path.resolve(COMPLETE))) {
            for (var file : PostgresBinaries.deepestFirst(data())) {
                Files.delete(file);
            }
        }
    }

    /**
     * After a power cut the old postmaster.pid still exists. PostgreSQL refuses to start if any process or thread of
     * this user now has that PID (CreateLockFile in miscinit.c). Within the same boot the file is kept, because
     * PostgreSQL uses it to detect surviving processes of a dead postmaster.
     */
    private void removeNoteOfEarlierBoot() throws IOException {
        if (!Files.isReadable(THIS_BOOT)) {
            return; // unknown boot
        }
        var now = Files.readString(THIS_BOOT);
        var used = path.resolve(BOOT);
        if (!Files.exists(used) || !Files.readString(used).equals(now)) {
            Files.deleteIfExists(data().resolve("postmaster.pid"));
            Files.writeString(used, now);
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (var files = Files.newDirectoryStream(folder)) {
            return !files.iterator().hasNext();
        }
    }

    private static FileChannel openClaim(Path folder) throws IOException {
        return FileChannel.open(folder.resolve(CLAIM), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    }

    /**
     * Locks the claim until it is closed; false if it is locked already. On a file system without locks it is only kept
     * open.
     */
    private static boolean isFree(FileChannel claim) {
        try {
            return claim.tryLock() != null;
        } catch (OverlappingFileLockException ours) {
            return false;
        } catch (IOException noLocks) {
            return true;
        }
    }
}
