package threadwall.resilience;

import java.util.ArrayList;
import java.util.List;
import threadwall.loadgen.http.ExpectedResponse;
import threadwall.loadgen.testbed.ServerCatalog;

/** Malformed requests: a server must answer 400 and close the connection. */
final class MalformedRequests {

    /** RFC 9112 requires every server to reject these (sections 3, 3.2, 5.1, 6.3). */
    private static final List<String> REJECTED_BY_ALL = List.of(
            "GET /json HTTP/1.1\r\n\r\n",
            "GET /json HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            "GET /json HTTP/1.1\r\nHost : threadwall\r\n\r\n",
            "GET /json HTTP/1.1\r\nHost: threadwall\r\nX-Y : 1\r\n\r\n",
            "POST /json HTTP/1.1\r\nHost: threadwall\r\nContent-Length: abc\r\n\r\n",
            "POST /json HTTP/1.1\r\nHost: threadwall\r\nContent-Length: -1\r\n\r\n",
            "POST /json HTTP/1.1\r\nHost: threadwall\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
            "GE(T /json HTTP/1.1\r\nHost: threadwall\r\n\r\n");

    /** The RFC lets a server accept these; kilim rejects them. */
    private static final List<String> REJECTED_BY_KILIM = List.of(
            "POST /json HTTP/1.1\r\nHost: threadwall\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "GET /json HTTP/1.1\r\nHost: threadwall\r\nX-Y: a\r\n b\r\n\r\n",
            "GET /json HTTP/1.1\nHost: threadwall\n\n",
            "GET /json HTTP/1.1\r\nHost: threadwall\r\nX-Y: a\0b\r\n\r\n",
            "GET /json\r\n\r\n");

    private MalformedRequests() {}

    static List<RawRequest> of(ServerCatalog server) {
        var texts = new ArrayList<>(REJECTED_BY_ALL);
        if (server == ServerCatalog.KILIM) {
            texts.addAll(REJECTED_BY_KILIM);
        }
        return texts.stream()
                .map(text -> new RawRequest(text, ExpectedResponse.refusal(400).closing()))
                .toList();
    }
}
