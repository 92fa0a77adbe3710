package threadwall.record;

import java.util.List;

/**
 * What each request of a load is, besides its route: for a server that is none of threadwall's.
 *
 * @param method {@code POST}
 * @param headers as {@code Name: value}, in this order; those of the connection and the length are not in it
 * @param body file with the body, relative to the project's root; {@code null} for none
 * @param routes that are requested in turn, of which the load's own is the first; {@code null} for that one alone
 */
public record RequestMessage(String method, List<String> headers, String body, RouteMix routes) {

    public RequestMessage {
        headers = List.copyOf(headers);
    }

    /** Some load generators take the type of the body by an option of its own. */
    public static boolean isContentType(String header) {
        return header.regionMatches(true, 0, "content-type:", 0, "content-type:".length());
    }

    /** What follows the name. */
    public static String value(String header) {
        return header.substring(header.indexOf(':') + 1).strip();
    }

    /**
     * Several routes.
     *
     * @param words as the user wrote them: {@code /prices=3,/orders/7=1}
     * @param file with a path and query in each line, relative to the project's root: each as often as its weight
     */
    public record RouteMix(String words, String file) {}
}
