package threadwall.server;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.net.URI;

/**
 * The keys of the READY line, in this order.
 *
 * @param server its name on command lines and in tables, such as "spring-blocking"
 * @param model what serves a waiting request: "fibers", "threads", "virtual threads" or "deferred"
 * @param url where it listens, such as http://127.0.0.1:8080
 * @param workers threads of its scheduler, of Tomcat, or carriers of virtual threads
 */
public record ServerIdentity(String server, String model, long pid, URI url, StoreKind store, int workers) {

    /** The identity of this process. */
    public static ServerIdentity here(String server, String model, URI url, StoreKind store, int workers) {
        return new ServerIdentity(server, model, ProcessHandle.current().pid(), url, store, workers);
    }

    /** The URL for that host, as the user gave it, and that port, as the kernel assigned it. */
    public static URI url(String host, int port) {
        var name = host.contains(":") ? "[" + host + "]" : host; // IPv6
        return URI.create("http://" + name + ":" + port);
    }

    /** The body of /health: the identity's keys, then the limits in force now. */
    public Health health() {
        return new Health(this, LimitsInForce.read());
    }

    /** The body of /health. */
    public record Health(@JsonUnwrapped ServerIdentity identity, LimitsInForce limits) {}
}
