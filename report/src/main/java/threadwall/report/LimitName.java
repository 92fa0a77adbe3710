package threadwall.report;

/** Names of limits, short enough for a column: of a cgroup's path the end, which tells it from the others. */
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
        // whole names where that is possible
        int from = path.indexOf('/', path.length() - room);
        return head + "…" + path.substring(from < 0 ? path.length() - room : from);
    }
}
