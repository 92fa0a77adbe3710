package threadwall.loadgen.sweep.capacity;

import threadwall.record.StepPlan.Trial.Part;

/**
 * The next load of a run.
 *
 * @param repeat of the search or the curve; in {@link Part#CONFIRM} 1, 2, … for each fresh server
 * @param share as in {@link threadwall.record.StepPlan.Trial}
 */
record CapacityTrial(String server, Part part, int repeat, int rate, Double share) {

    /** Loads with the same one run on the same server process. */
    String process() {
        return "%s, %s %d".formatted(server, part, repeat);
    }

    /** {@code kilim, search 1: 8,000 requests/s}. */
    String title() {
        return "%s, %s %d: %,d requests/s".formatted(server, part.name().toLowerCase(), repeat, rate);
    }
}
