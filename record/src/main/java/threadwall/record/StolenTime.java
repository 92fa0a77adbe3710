package threadwall.record;

/** CPU time that the hypervisor gave to other machines: steal of {@code /proc/stat}, proc_stat(5). */
public final class StolenTime {

    /** From this percentage on it affects results. Less is normal on a shared machine. */
    private static final double SHOWS = 5;

    private StolenTime() {}

    /** @param percent of the time of all CPUs; {@code null} if it was not read */
    public static boolean shows(Double percent) {
        return percent != null && percent >= SHOWS;
    }
}
