package threadwall.watch.web;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;

/**
 * Checks every request, and adds the headers of every response.
 *
 * <p>A host name that an attacker owns may resolve to 127.0.0.1, so that the attacker's page reads this one as its own
 * origin (DNS rebinding). The browser sends the name in {@code Host}. Addresses cannot be rebound; of names, only
 * {@code localhost} and the one that the user gave are accepted. Any port is accepted, for tunnels.
 */
final class RequestGuard extends Filter {

    private static final Set<String> METHODS = Set.of("GET", "HEAD");

    private final String boundHost;

    /** @param boundHost the address or name to which the server was told to bind */
    RequestGuard(String boundHost) {
        this.boundHost = boundHost;
    }

    @Override
    public String description() {
        return "only GET and HEAD, only by an address of its own";
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        addSecurityHeaders(exchange.getResponseHeaders());
        var hosts = exchange.getRequestHeaders().getOrDefault("Host", List.of());
        var local = exchange.getLocalAddress().getAddress();
        if (hosts.size() != 1 || !isAllowed(hosts.getFirst(), local)) {
            WebResponse.text(
                    exchange,
                    403,
                    "the request's Host is not an address of this page; open http://%s:%d/"
                            .formatted(
                                    HostLiteral.format(local),
                                    exchange.getLocalAddress().getPort()));
        } else if (!METHODS.contains(exchange.getRequestMethod())) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            WebResponse.text(exchange, 405, "this page accepts only GET and HEAD");
        } else {
            chain.doFilter(exchange);
        }
    }

    private static void addSecurityHeaders(Headers headers) {
        headers.set(
                "Content-Security-Policy",
                "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Cache-Control", "no-store");
    }

    /**
     * @param header value of {@code Host}: a name or an address, IPv6 in brackets, and possibly a port
     * @param local address at which the request arrived
     */
    boolean isAllowed(String header, InetAddress local) {
        var host = header.replaceFirst(":\\d*$", "");
        if (host.equalsIgnoreCase("localhost") || host.equalsIgnoreCase(boundHost)) {
            return true;
        }
        return HostLiteral.parse(host)
                .filter(address -> address.isLoopbackAddress() || address.equals(local))
                .isPresent();
    }
}
