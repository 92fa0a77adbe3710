package threadwall.loadgen.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import threadwall.record.RequestMessage;

/**
 * What the requests of a load are, besides a path that is the same for all.
 *
 * @param method {@code GET}
 * @param headers lines without their ends; those of the connection and the length are not in it
 * @param body its characters are those of ISO 8859-1, one for each byte; {@code null} for none
 * @param routes paths and queries, which are requested in turn; empty for a single one
 */
public record RequestContent(String method, List<String> headers, String body, List<String> routes) {

    public static final RequestContent GET = new RequestContent("GET", List.of(), null, List.of());

    /**
     * Reads the body.
     *
     * @param message {@code null} for {@link #GET}
     */
    public static RequestContent of(RequestMessage message, Path home) throws IOException {
        return message == null
                ? GET
                : new RequestContent(
                        message.method(),
                        message.headers(),
                        message.body() == null
                                ? null
                                : Files.readString(home.resolve(message.body()), StandardCharsets.ISO_8859_1),
                        message.routes() == null
                                ? List.of()
                                : Files.readAllLines(
                                        home.resolve(message.routes().file())));
    }

    /** Whether its own headers say which types of answers it takes. */
    boolean accepts() {
        return headers.stream().anyMatch(header -> header.regionMatches(true, 0, "accept:", 0, "accept:".length()));
    }

    /** The request, with these lines before its own headers. */
    String text(String requestLine, String connectionHeaders) {
        var text = new StringBuilder(method)
                .append(' ')
                .append(requestLine)
                .append("\r\n")
                .append(connectionHeaders);
        headers.forEach(header -> text.append(header).append("\r\n"));
        if (body != null) {
            text.append("Content-Length: ").append(body.length()).append("\r\n");
        }
        return text.append("\r\n").append(body == null ? "" : body).toString();
    }
}
