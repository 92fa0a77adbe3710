package threadwall.record;

/** What a hypervisor gave to others of the time of all processors: steal of {@code /proc/stat}, proc_stat(5). */
public final class StolenTime {

    /** Percent from which on it shows in what is measured; a shared machine always has a little. */
    private static final double SHOWS = 5;

    private StolenTime() {}

    /** @param percent of the time of all processors; {@code null} where it was not read */
    public static boolean shows(Double percent) {
        return percent != null && percent >= SHOWS;
    }
}
