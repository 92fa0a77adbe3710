package threadwall.loadgen.http;

import threadwall.loadgen.engine.LoadEngine;

/** A version of HTTP in which a server is asked. */
public enum HttpVersion {
    /** As {@code ab} speaks it. */
    HTTP_1_0("HTTP/1.0", "Connection: Keep-Alive\r\n", ""),
    HTTP_1_1("HTTP/1.1", "", "Connection: close\r\n");

    final String text;

    /** The field that keeps the connection, and that which ends it; empty where that is what goes without saying. */
    final String keep;

    final String close;

    HttpVersion(String text, String keep, String close) {
        this.text = text;
        this.keep = keep;
        this.close = close;
    }

    /** That which a load by it speaks: in another, a server may answer otherwise, or not at all. */
    public static HttpVersion of(LoadEngine engine) {
        return engine.http11() ? HTTP_1_1 : HTTP_1_0;
    }
}
