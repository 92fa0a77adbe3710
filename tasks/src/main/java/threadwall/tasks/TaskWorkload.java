package threadwall.tasks;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The work of a program. What another test has is {@code null}.
 *
 * @param sleep of {@link Test#SLEEP}: how long each task sleeps
 * @param entries of {@link Test#HASHMAP}: what each task puts into its map
 * @param arrival of {@link Test#HASHMAP}: {@code burst}, or {@code K/MS}
 * @param keys of {@link Test#HASHMAP}
 * @param seconds of {@link Test#RING}: how long messages are counted
 */
public record TaskWorkload(
        Test test, int tasks, Duration sleep, Integer entries, String arrival, Keys keys, Integer seconds) {

    /** The label is the folder of the programs and the word on the command line. */
    public enum Test {
        SLEEP("sleep"),
        HASHMAP("hashmap"),
        RING("ring");

        private final String label;

        Test(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }

        /** @param label of one of these */
        static Test named(String label) {
            return Stream.of(values())
                    .filter(test -> test.label.equals(label))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Of the maps that tasks fill; as options and records have them, in lower case. */
    public enum Keys {
        /** Whole numbers; a map is read back when it is full. */
        NUMBERS,
        /**
         * Strings, which the entries have, too; each entry is read back as soon as it is put. That is the loop of
         * curvednebula's go-rust-perf-tests of 2025.
         */
        STRINGS;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public static TaskWorkload sleep(int tasks, Duration sleep) {
        return new TaskWorkload(Test.SLEEP, tasks, sleep, null, null, null, null);
    }

    public static TaskWorkload hashmap(int tasks, int entries, String arrival, Keys keys) {
        return new TaskWorkload(Test.HASHMAP, tasks, null, entries, arrival, keys, null);
    }

    public static TaskWorkload ring(int tasks, int seconds) {
        return new TaskWorkload(Test.RING, tasks, null, null, null, null, seconds);
    }

    /** @param workers of a program that computes */
    List<String> arguments(int workers) {
        return switch (test) {
            case SLEEP -> List.of("" + tasks, "" + sleep.toMillis());
            case HASHMAP -> List.of("" + tasks, "" + entries, arrival, "" + workers, keys.toString());
            case RING -> List.of("" + tasks, "" + seconds, "" + workers);
        };
    }

    /** The shortest time in which a program can do it. */
    public Duration minimumTime() {
        return switch (test) {
            case SLEEP -> sleep;
            case HASHMAP -> Duration.ofMillis(lastArrivalMillis());
            case RING -> Duration.ofSeconds(1 + seconds); // a second of warm-up
        };
    }

    private long lastArrivalMillis() {
        if (arrival.equals("burst")) {
            return 0;
        }
        var schedule = arrival.split("/");
        return (long) ((tasks - 1) / Integer.parseInt(schedule[0])) * Integer.parseInt(schedule[1]);
    }

    /** "10,000 tasks, 10 s of sleep" */
    String title() {
        return switch (test) {
            case SLEEP -> "%,d task%s, %s of sleep".formatted(tasks, tasks == 1 ? "" : "s", seconds(sleep));
            case HASHMAP ->
                "%,d task%s of %,d entries%s, %s"
                        .formatted(
                                tasks,
                                tasks == 1 ? "" : "s",
                                entries,
                                keys == Keys.STRINGS ? " with string keys" : "",
                                arrival);
            case RING -> "%,d tasks in a ring, %,d s".formatted(tasks, seconds);
        };
    }

    /** "10 s", "0.5 s" */
    static String seconds(Duration time) {
        return time.toMillis() % 1_000 == 0 ? time.toSeconds() + " s" : time.toMillis() / 1e3 + " s";
    }
}
