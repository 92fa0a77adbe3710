package threadwall.taskprograms.hashmap;

/**
 * Runs tasks that each fill a hash map and read it back, and reports how long they took.
 *
 * <pre>hashmap-java {threads|virtual|virtual-workers|pool|kilim-workers} TASKS ENTRIES {burst|K/MS} WORKERS {numbers|strings}</pre>
 *
 * One line of JSON on stdout; exit code 1 when a task failed, 2 for wrong arguments.
 */
public final class Hashmap {
    private Hashmap() {}

    public static void main(String[] words) throws InterruptedException {
        Arguments asked;
        try {
            asked = Arguments.parse(words);
        } catch (IllegalArgumentException e) {
            System.err.println("hashmap-java: " + e.getMessage());
            System.exit(2);
            return;
        }
        try {
            run(asked);
        } catch (OutOfMemoryError e) {
            Results.fail(e);
        }
        System.exit(0);
    }

    private static void run(Arguments asked) throws InterruptedException {
        var results = new Results(asked.tasks(), asked.work());
        var variant = Variant.of(asked.variant(), asked.workers(), results);
        var arrival = new ArrivalSchedule(asked.each(), asked.everyMillis());
        for (int task = 0; task < asked.tasks(); task++) {
            arrival.await(task);
            variant.start(task);
        }
        results.await();
        System.out.println(results.toJson(System.nanoTime() - arrival.began()));
    }
}
