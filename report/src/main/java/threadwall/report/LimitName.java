package threadwall.report;

/** Shortens names of limits to the width of a column. Of a cgroup's path the end is kept, which distinguishes it. */
final class LimitName {

    private static final int WIDEST = 40;

    private LimitName() {}

    static String brief(String limit) {
        if (limit.length() <= WIDEST || !limit.contains("/")) {
            return limit;
        }
        var head = limit.substring(0, limit.indexOf('/'));
        int room = WIDEST - head.length() - 1;
        var path = limit.substring(head.length());
        // cut between two names if possible
        int from = path.indexOf('/', path.length() - room);
        return head + "…" + path.substring(from < 0 ? path.length() - room : from);
    }
}
