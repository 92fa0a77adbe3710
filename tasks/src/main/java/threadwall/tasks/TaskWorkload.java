package threadwall.tasks;

import java.time.Duration;
import java.util.List;

/**
 * The work of a program.
 *
 * @param sleep of {@link Test#SLEEP}: how long each task sleeps; else {@code null}
 * @param entries of {@link Test#HASHMAP}: what each task puts into its map; else {@code null}
 * @param arrival of {@link Test#HASHMAP}: {@code burst}, or {@code K/MS}; else {@code null}
 */
public record TaskWorkload(Test test, int tasks, Duration sleep, Integer entries, String arrival) {

    /** The label is the folder of the programs and the word on the command line. */
    public enum Test {
        SLEEP("sleep"),
        HASHMAP("hashmap");

        private final String label;

        Test(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }
    }

    public static TaskWorkload sleep(int tasks, Duration sleep) {
        return new TaskWorkload(Test.SLEEP, tasks, sleep, null, null);
    }

    public static TaskWorkload hashmap(int tasks, int entries, String arrival) {
        return new TaskWorkload(Test.HASHMAP, tasks, null, entries, arrival);
    }

    /** @param workers of a hash map program */
    List<String> arguments(int workers) {
        return switch (test) {
            case SLEEP -> List.of("" + tasks, "" + sleep.toMillis());
            case HASHMAP -> List.of("" + tasks, "" + entries, arrival, "" + workers);
        };
    }

    /** The shortest time in which a program can do it. */
    public Duration minimumTime() {
        return switch (test) {
            case SLEEP -> sleep;
            case HASHMAP -> Duration.ofMillis(lastArrivalMillis());
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
            case HASHMAP -> "%,d task%s of %,d entries, %s".formatted(tasks, tasks == 1 ? "" : "s", entries, arrival);
        };
    }

    /** "10 s", "0.5 s" */
    static String seconds(Duration time) {
        return time.toMillis() % 1_000 == 0 ? time.toSeconds() + " s" : time.toMillis() / 1e3 + " s";
    }
}
