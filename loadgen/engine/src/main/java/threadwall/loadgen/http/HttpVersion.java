package threadwall.loadgen.http;

import java.io.IOException;
import threadwall.loadgen.engine.LoadEngine;

/** The version of HTTP that a load engine speaks. */
public enum HttpVersion {
    /** As {@code ab} speaks it. */
    HTTP_1_0("HTTP/1.0", "Connection: Keep-Alive\r\n", ""),
    HTTP_1_1("HTTP/1.1", "", "Connection: close\r\n");

    private final String text;

    /** Header lines that keep the connection open, or close it; empty where that is the version's default. */
    private final String keepHeader;

    private final String closeHeader;

    HttpVersion(String text, String keepHeader, String closeHeader) {
        this.text = text;
        this.keepHeader = keepHeader;
        this.closeHeader = closeHeader;
    }

    /** The engine's own: in another version, a server may answer differently, or not at all. */
    public static HttpVersion of(LoadEngine engine) {
        return engine.http11() ? HTTP_1_1 : HTTP_1_0;
    }

    /**
     * Sends a request and reads its response.
     *
     * @param host for the Host header
     * @param target path and query
     * @throws IOException in words fit for a record when there is no complete response
     */
    HttpResponse exchange(
            HttpConnection connection, String host, String target, RequestContent content, boolean keepAlive)
            throws IOException {
        connection.send(content.text(
                target + " " + text,
                "Host: %s\r\n%s%s"
                        .formatted(
                                host,
                                content.accepts() ? "" : "Accept: */*\r\n",
                                keepAlive ? keepHeader : closeHeader)));
        // a server of HTTP/1.1 may leave it to the client to close
        return connection.readSingle(keepAlive || this == HTTP_1_1);
    }
}
