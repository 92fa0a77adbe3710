package threadwall.record;

/**
 * A pause of a server's JVM for garbage collection.
 *
 * @param millis start of the pause, on the clock of {@link Sample#millis()}
 * @param pauseMillis its duration
 * @param shard index into {@link StepPlan#shards()} of the server process
 */
public record GcPause(long millis, double pauseMillis, int shard) {}
