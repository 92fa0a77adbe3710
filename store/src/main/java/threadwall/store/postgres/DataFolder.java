package threadwall.store.postgres;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * The folder of a PostgreSQL of ours: {@code data/} is PostgreSQL's own, {@code log} has what it said since its last start.
 * A temporary one goes with its PostgreSQL; one that somebody has named stays, for the next.
 */
final class DataFolder implements AutoCloseable {

    /** Locked while this JVM lives: {@code ./threadwall clean} leaves a folder alone whose claim somebody holds. */
    private static final String CLAIM = "claim";

    /** There once {@code data/} is made in full. */
    private static final String COMPLETE = "complete";

    /** Which boot of this machine it was last used in. */
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

    /** Where temporary folders are. */
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
     * One that stays, made where there is none.
     *
     * @throws IOException when something else is in it, or a PostgreSQL runs there; its message says what to do
     */
    static DataFolder kept(Path folder) throws IOException, InterruptedException {
        var path = Files.createDirectories(folder).toRealPath();
        var mark = path.resolve(CLAIM);
        if (Files.exists(mark) ? Files.size(mark) > 0 : !isEmpty(path)) { // ours says nothing
            throw new IOException(
                    "%s holds other things than a PostgreSQL of ours; name a folder that is empty, or not there"
                            .formatted(path));
        }
        var claim = openClaim(path);
        var kept = new DataFolder(path, true, claim);
        if (!isFree(claim) || kept.outlastsItsJvm()) {
            claim.close();
            throw new IOException(
                    "a PostgreSQL runs in %s already; use that one by its URL, or name another folder".formatted(path));
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

    /** Pid of the PostgreSQL that runs here. */
    long postmaster() throws IOException {
        return Long.parseLong(
                Files.readAllLines(data().resolve("postmaster.pid")).getFirst());
    }

    /** Its data are made in full. On disk before anybody can have stored anything: without it a start begins anew. */
    void complete() throws IOException {
        try (var file = FileChannel.open(path.resolve(COMPLETE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                var folder = FileChannel.open(path)) {
            file.force(true);
            folder.force(true);
        }
    }

    /** Others may use it. */
    @Override
    public void close() throws IOException {
        claim.close();
    }

    /** When the JVM of the one before has gone, its keeper may still be ending it, or an initdb be at work: wait for both. */
    private boolean outlastsItsJvm() throws IOException, InterruptedException {
        for (int tries = 0; tries < FORMER_TRIES && (isUsed() || isBeingMade()); tries++) {
            TimeUnit.MILLISECONDS.sleep(TRY_MILLIS);
        }
        return isUsed() || isBeingMade();
    }

    /** An initdb that is nobody's child any more writes on until it is done, into what is to be removed here. */
    private boolean isBeingMade() {
        return !Files.exists(path.resolve(COMPLETE))
                && ProcessHandle.allProcesses().map(ProcessHandle::info).anyMatch(this::makesIt);
    }

    private boolean makesIt(ProcessHandle.Info process) {
        return process.command().filter(program -> program.endsWith("/initdb")).isPresent()
                && Arrays.asList(process.arguments().orElse(new String[0])).contains(data().toString());
    }

    /** One that has ended and that no parent has taken note of is taken for running by the next one. */
    private boolean isUsed() {
        try {
            return isZombie(process(postmaster())) || isUsedBy(postmaster());
        } catch (IOException goneOrNotOurs) {
            return false;
        }
    }

    /**
     * Whether that process is the PostgreSQL that runs here: its working directory is its data, while the pid alone may be
     * anybody's by now. One that has ended has no directory any more.
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

    /** By the third field of proc_pid_stat(5); the second is a name in parentheses, which may hold anything. */
    private static boolean isZombie(Path process) throws IOException {
        var stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
        return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
    }

    /** A first start that was cut off leaves data that no PostgreSQL can be started with. */
    private void removeUnlessComplete() throws IOException {
        if (Files.exists(data()) && !Files.exists(path.resolve(COMPLETE))) {
            for (var file : PostgresBinaries.deepestFirst(data())) {
                Files.delete(file);
            }
        }
    }

    /**
     * After a power cut the note of the one before is there, and PostgreSQL refuses to start if anybody of this user has the
     * pid by now, a thread will do (CreateLockFile in its miscinit.c). Within a boot the note stays: there PostgreSQL sees
     * by it whether processes of a dead postmaster live on.
     */
    private void removeNoteOfEarlierBoot() throws IOException {
        if (!Files.isReadable(THIS_BOOT)) {
            return; // it cannot be told
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

    /** Locks it until it is closed, if nobody has; where the file system has no locks it is an open file alone. */
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
