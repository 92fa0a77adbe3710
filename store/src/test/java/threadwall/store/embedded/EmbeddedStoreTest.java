package threadwall.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import threadwall.store.FiberData;
import threadwall.store.Fortune;
import threadwall.store.PendingResult;
import threadwall.store.StoreUnavailableException;
import threadwall.store.TransactionException;

class EmbeddedStoreTest {
    private static final Table<Integer, String> NOTES = new Table<>("note");

    @TempDir
    Path folder;

    @Test
    void holdsTheFortunesInOrderWithMarkupAndOtherScripts() {
        try (var store = EmbeddedStore.open(folder)) {
            var fortunes = store.submit(Fortunes::all).get();

            assertThat(fortunes).isEqualTo(Fortunes.INITIAL).hasSize(12);
            assertThat(fortunes).extracting(Fortune::id).isSorted().doesNotHaveDuplicates();
            assertThat(fortunes).anyMatch(fortune -> fortune.message().contains("<script>"));
            assertThat(fortunes)
                    .anyMatch(fortune -> fortune.message().codePoints().anyMatch(Character::isIdeographic));
        }
    }

    @Test
    void keepsWhatWasWrittenAndFillsOnce() {
        try (var store = EmbeddedStore.open(folder)) {
            put(store, 7, "seven");
        }
        try (var store = EmbeddedStore.open(folder)) {
            assertThat(note(store, 7)).isEqualTo("seven");
            assertThat(store.submit(Fortunes::all).get()).isEqualTo(Fortunes.INITIAL);
        }
    }

    @Test
    void undoesATransactionThatThrows() {
        try (var store = EmbeddedStore.open(folder)) {
            put(store, 1, "before");
            var problem = new IOException("no");
            var failing = store.submit(txn -> {
                txn.open(NOTES).put(1, "after");
                txn.open(NOTES).put(2, "new");
                throw problem;
            });
            assertThatThrownBy(failing::get)
                    .isInstanceOf(TransactionException.class)
                    .hasMessage("transaction failed: java.io.IOException: no")
                    .hasCause(problem);
            assertThat(note(store, 1)).isEqualTo("before");
            assertThat(note(store, 2)).isNull();
        }
        try (var store = EmbeddedStore.open(folder)) {
            assertThat(note(store, 1)).isEqualTo("before");
            assertThat(note(store, 2)).isNull();
        }
    }

    @Test
    void whatIsAcknowledgedIsInTheFile(@TempDir Path copy) throws IOException {
        try (var store = EmbeddedStore.open(folder)) {
            put(store, 1, "kept");
            try (var files = Files.list(folder)) {
                for (var file : files.toList()) {
                    Files.copy(file, copy.resolve(file.getFileName()));
                }
            }
        }
        try (var afterCrash = EmbeddedStore.open(copy)) {
            assertThat(note(afterCrash, 1)).isEqualTo("kept");
        }
    }

    @Test
    void aTransactionSeesThoseSubmittedBefore() {
        try (var store = EmbeddedStore.open(folder)) {
            var seen = new ArrayList<PendingResult<String>>();
            for (int i = 0; i < 1_000; i++) {
                var text = "v" + i;
                store.submit(txn -> txn.open(NOTES).put(1, text));
                seen.add(store.submit(txn -> txn.open(NOTES).get(1)));
            }
            for (int i = 0; i < 1_000; i++) {
                assertThat(seen.get(i).get()).isEqualTo("v" + i);
            }
        }
    }

    @Test
    void closeFinishesWhatIsQueuedAndTakesNoMore() throws InterruptedException {
        var store = EmbeddedStore.open(folder);
        var go = new CountDownLatch(1);
        var slow = store.submit(txn -> {
            go.await();
            return txn.open(NOTES).put(1, "slow");
        });
        var queued = store.submit(txn -> txn.open(NOTES).get(1));
        var closing = Thread.ofPlatform().start(store::close);
        while (closing.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        assertThatThrownBy(() -> store.submit(Fortunes::all))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the store in " + folder + " is closed and accepts no transactions");
        go.countDown();
        closing.join();
        assertThat(slow.get()).isNull();
        assertThat(queued.get()).isEqualTo("slow");
        store.close(); // a second close is harmless
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // PendingResult.get ignores interrupts
    void moreThanMayWaitAreRefusedAtOnce() throws Exception {
        var go = new CountDownLatch(1);
        try (var store = EmbeddedStore.open(folder);
                AutoCloseable release = go::countDown) {
            store.submit(txn -> {
                go.await();
                return null;
            });
            // some have left the queue and are in the waiting group
            var answers = Stream.generate(() -> store.submit(txn -> "answered"))
                    .limit(FiberData.MOST_WAITING + 1_000)
                    .toList();
            assertThatThrownBy(answers.getLast()::get)
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("100000 transactions are waiting");
            go.countDown();
            assertThat(answers.subList(0, FiberData.MOST_WAITING))
                    .allMatch(answer -> answer.get().equals("answered"));
            assertThat(store.submit(Fortunes::all).get()).isNotEmpty();
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void survivesAnInterruptOfItsThreads() {
        try (var store = EmbeddedStore.open(folder)) {
            for (int id = 1; id <= 3; id++) {
                Thread.getAllStackTraces().keySet().stream()
                        .filter(thread -> thread.getName().startsWith("embedded-"))
                        .forEach(Thread::interrupt);
                putAsSoonAsPossible(store, id);
                assertThat(note(store, id)).isEqualTo("kept");
            }
        }
    }

    /** An interrupt during a write fails that write. */
    private static void putAsSoonAsPossible(EmbeddedStore store, int id) {
        while (true) {
            try {
                put(store, id, "kept");
                return;
            } catch (StoreUnavailableException e) {
                Thread.onSpinWait();
            }
        }
    }

    /** A value that cannot be written, by an Error that throws again when somebody asks what it is. */
    private static final class Nasty extends Error implements Serializable {
        @Override
        public String getMessage() {
            throw this;
        }

        private void writeObject(ObjectOutputStream stream) {
            throw this;
        }
    }

    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void survivesAFailureThatCannotBeReported() {
        var table = new Table<Integer, Object>("nasty");
        try (var store = EmbeddedStore.open(folder)) {
            put(store, 1, "before");
            assertThatThrownBy(() -> store.submit(txn -> txn.open(table).put(1, new Nasty()))
                            .get())
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("a write may be stored or not");
            assertThat(note(store, 1)).isEqualTo("before");
            put(store, 2, "after");
            assertThat(note(store, 2)).isEqualTo("after");
        }
    }

    @Test
    void aTemporaryStoreHasNoNameThatCouldStayBehind() throws IOException {
        var before = temporaryFolders();
        try (var store = EmbeddedStore.temporary()) {
            assertThat(temporaryFolders()).isEqualTo(before);
            for (int i = 0; i < 2_000; i++) {
                int id = i;
                store.submit(
                        txn -> txn.open(NOTES).put(id, "x".repeat(100))); // more than the file had when it was opened
            }
            assertThat(note(store, 1_999)).hasSize(100);
            assertThat(store.submit(Fortunes::all).get()).hasSize(12);
        }
    }

    @Test
    void refusesAFolderInUseOrUnfit() throws IOException {
        try (var first = EmbeddedStore.open(folder)) {
            assertThatThrownBy(() -> EmbeddedStore.open(folder))
                    .isInstanceOf(StoreUnavailableException.class)
                    .hasMessageContaining("in use by another process: give each server its own folder");
            assertThat(first.submit(Fortunes::all).get()).hasSize(12);
        }
        var inTheWay = Files.writeString(folder.resolve("file"), "no folder");
        assertThatThrownBy(() -> EmbeddedStore.open(inTheWay)).isInstanceOf(StoreUnavailableException.class);
    }

    /** A file-size limit simulates a full disk: the store sees the same failure, at any point of a write. */
    @Tag("slow")
    @Test
    void aFullDiskLosesNobodyAndIsOverWhenThereIsRoom() throws Exception {
        var java = ProcessHandle.current().info().command().orElseThrow();
        var process = new ProcessBuilder("bash", "-c", "ulimit -S -f 512; exec \"$0\" \"$@\"", java)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        process.command()
                .addAll(List.of(
                        "-cp", System.getProperty("java.class.path"), SmallDisk.class.getName(), folder.toString()));
        int last;
        int then;
        var child = process.start();
        try (var stdout = child.inputReader()) {
            var full = Pattern.compile("full after (\\d+): (.*)").matcher(String.valueOf(stdout.readLine()));
            assertThat(full.matches()).isTrue();
            last = Integer.parseInt(full.group(1));
            assertThat(full.group(2))
                    .isEqualTo("the store cannot write to " + folder.resolve("threadwall.mv")
                            + " (File too large); free disk space; the server then writes again");
            assertThat(stdout.readLine()).isEqualTo("found: true");
            var room = new ProcessBuilder("prlimit", "--pid", "" + child.pid(), "--fsize=unlimited");
            assertThat(room.inheritIO().start().waitFor()).isZero();
            child.outputWriter().append('\n').flush();
            var line = stdout.readLine();
            assertThat(line).startsWith("then: ");
            then = Integer.parseInt(line.substring("then: ".length()));
            assertThat(child.waitFor()).isZero();
        } finally {
            child.destroyForcibly();
        }
        assertThat(then).isGreaterThan(last);
        try (var data = EmbeddedData.open(folder)) {
            for (int id = 1; id <= last; id++) {
                assertThat(data.user(id).get()).isPresent();
            }
            assertThat(data.user(then).get()).isPresent();
        }
    }

    /** Only those of this process: other processes create and delete theirs meanwhile. */
    private static Set<Path> temporaryFolders() throws IOException {
        try (var descriptors = Files.list(Path.of("/proc/self/fd"))) {
            return descriptors
                    .map(EmbeddedStoreTest::target)
                    .filter(path -> path.toString().contains("threadwall-store-"))
                    .filter(Files::exists)
                    .collect(Collectors.toSet());
        }
    }

    private static Path target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor);
        } catch (IOException e) {
            return descriptor; // closed meanwhile
        }
    }

    private static void put(EmbeddedStore store, int id, String text) {
        store.submit(txn -> txn.open(NOTES).put(id, text)).get();
    }

    private static String note(EmbeddedStore store, int id) {
        return store.submit(txn -> txn.open(NOTES).get(id)).get();
    }
}
