package threadwall.record;

import java.util.Optional;

/** What a hypervisor gave to others of the time of all processors: steal of {@code /proc/stat}, proc_stat(5). */
public final class StolenTime {

    /** Percent from which on it shows in what is measured; below, it is the everyday of a shared machine. */
    private static final double SHOWS = 5;

    private StolenTime() {}

    /**
     * In words what has to be known of a measurement.
     *
     * @param percent of the time of all processors meanwhile; {@code null} where it was not read
     * @return empty where it does not show
     */
    public static Optional<String> remark(Double percent) {
        return percent == null || percent < SHOWS
                ? Optional.empty()
                : Optional.of("the hypervisor gave %.0f %% of the processors' time to others".formatted(percent));
    }
}
