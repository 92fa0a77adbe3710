package threadwall.resilience;

import java.util.ArrayList;
import java.util.List;
import threadwall.loadgen.testbed.ServerCatalog;

/** Requests that are none, to which 400 is due, and the end of the connection. */
final class MalformedRequests {

    /** Where RFC 9112 leaves a server one answer (sections 3, 3.2, 5.1, 6.3). */
    private static final List<String> OF_ALL = List.of(
            "GET /json HTTP/1.1\r\n\r\n",
            "GET /json HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            "GET /json HTTP/1.1\r\nHost : threadwall\r\n\r\n",
            "GET /json HTTP/1.1\r\nHost: threadwall\r\nX-Y : 1\r\n\r\n",
            "POST /json HTTP/1.1\r\nHost: threadwall\r\nContent-Length: abc\r\n\r\n",
            "POST /json HTTP/1.1\r\nHost: threadwall\r\nContent-Length: -1\r\n\r\n",
            "POST /json HTTP/1.1\r\nHost: threadwall\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
            "GE(T /json HTTP/1.1\r\nHost: threadwall\r\n\r\n");

    /** Where it leaves a choice, and ours refuse. */
    private static final List<String> OF_OURS = List.of(
            "POST /json HTTP/1.1\r\nHost: threadwall\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "GET /json HTTP/1.1\r\nHost: threadwall\r\nX-Y: a\r\n b\r\n\r\n",
            "GET /json HTTP/1.1\nHost: threadwall\n\n",
            "GET /json HTTP/1.1\r\nHost: threadwall\r\nX-Y: a\0b\r\n\r\n",
            "GET /json\r\n\r\n");

    private MalformedRequests() {}

    static List<RawRequest> of(ServerCatalog server) {
        var texts = new ArrayList<>(OF_ALL);
        if (server == ServerCatalog.KILIM) {
            texts.addAll(OF_OURS);
        }
        return texts.stream()
                .map(text -> new RawRequest(text, ExpectedResponse.refusal(400).andClose()))
                .toList();
    }
}
