package threadwall.loadgen.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;

/** A GET on a connection of its own, before or beside a load. */
public final class SingleRequest {

    private SingleRequest() {}

    /**
     * @param url of the server
     * @param path and query of the request
     * @param timeout for the connection, and for each part of the response
     * @throws HttpConnection.Unreachable when there is no connection
     * @throws IOException in words when there is no complete response
     */
    public static HttpResponse get(URI url, String path, Duration timeout) throws IOException {
        try (var connection = HttpConnection.open(
                new InetSocketAddress(url.getHost(), url.getPort()),
                InetAddress.getByName(AnswerVerifier.VERIFIER_SOURCE),
                Math.toIntExact(timeout.toMillis()))) {
            return HttpVersion.HTTP_1_1.exchange(connection, url.getAuthority(), path, RequestContent.GET, false);
        }
    }
}
