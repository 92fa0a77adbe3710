package threadwall.store.embedded;

import java.util.List;
import java.util.stream.IntStream;
import threadwall.store.Fortune;

/** The fortunes of every store, and how the embedded one stores them. */
public final class Fortunes {
    private static final Table<Integer, String> TABLE = new Table<>("fortune");

    /** In id order. One contains markup and one is not in Latin script; both must be sent unchanged. */
    public static final List<Fortune> INITIAL = numbered(
            "A thread that waits is a stack that dreams.",
            "You will meet forty thousand strangers; give none of them two megabytes.",
            "The shortest queue is the one you did not build.",
            "He who locks early shall unlock late.",
            "Ask not how many cores you have; ask who is holding them.",
            "<script>alert(\"a fiber parks where a thread would block\");</script>",
            "Sleep is cheap. The bed is not.",
            "待つ者は糸を持たず、糸を持つ者は待たない。",
            "A limit you have not met is only a number; a limit you have met is an outage.",
            "Backpressure is a kindness done to a stranger.",
            "Two requests may share a thread, but not at the same time & not for long.",
            "The scheduler's promise: soon. The deadline's answer: when?");

    private Fortunes() {}

    /** Fills the table if it is empty. */
    static void fill(Txn txn) {
        var table = txn.open(TABLE);
        if (table.isEmpty()) {
            INITIAL.forEach(fortune -> table.put(fortune.id(), fortune.message()));
        }
    }

    /** All rows, in id order; for {@link EmbeddedStore#read}. */
    public static List<Fortune> all(Txn txn) {
        return txn.open(TABLE).entrySet().stream()
                .map(row -> new Fortune(row.getKey(), row.getValue()))
                .toList();
    }

    private static List<Fortune> numbered(String... messages) {
        return IntStream.range(0, messages.length)
                .mapToObj(i -> new Fortune(i + 1, messages[i]))
                .toList();
    }
}
