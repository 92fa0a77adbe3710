package threadwall.loadgen.verify;

import threadwall.loadgen.plan.Servers;

/** The version of HTTP in which a server is asked. */
public enum Version {
    /** As {@code ab} speaks it. */
    HTTP_1_0("HTTP/1.0", "Connection: Keep-Alive\r\n", ""),
    HTTP_1_1("HTTP/1.1", "", "Connection: close\r\n");

    final String text;

    /** The field that keeps the connection, and that which ends it; empty where that is what goes without saying. */
    final String keep;

    final String close;

    Version(String text, String keep, String close) {
        this.text = text;
        this.keep = keep;
        this.close = close;
    }

    /** That of a server by its name, which may be a user's own: 1.0, but of those that do not answer it, or not twice. */
    public static Version of(String server) {
        return Servers.find(server).map(Servers::keepsHttp10).orElse(true) ? HTTP_1_0 : HTTP_1_1;
    }
}
