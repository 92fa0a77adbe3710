package threadwall.report.html;

/** Descriptions of servers for readers who do not know their names. */
final class ServerDescriptions {

    static final String FIBERS = "kilim";
    static final String THREADS = "spring-blocking";

    private ServerDescriptions() {}

    static String of(ReportEntry entry) {
        var name = entry.server();
        return switch (entry.row().server()) {
            case FIBERS -> "the fiber server (" + name + ")";
            case THREADS -> "thread-per-request (" + name + ")";
            case "spring-virtual" -> "a virtual thread per request (" + name + ")";
            default -> name;
        };
    }
}
