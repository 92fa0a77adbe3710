package threadwall.record;

/**
 * A time in which a server's JVM stood still to collect garbage.
 *
 * @param millis when it began, on the clock of {@link Sample#millis()}
 * @param pauseMillis how long it took
 * @param shard index into {@link StepPlan#shards()} of the server process
 */
public record GcPause(long millis, double pauseMillis, int shard) {}
