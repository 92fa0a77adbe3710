package threadwall.watch.web;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Set;

/**
 * What each request has to pass, and the headers that each answer has.
 *
 * <p>A name that an attacker owns may point at 127.0.0.1, so that his page reads this one as of its own origin (DNS
 * rebinding). The browser tells the name in {@code Host}: addresses cannot be rebound, and of names {@code localhost}
 * is let in and the one that the user gave. The port is left free, for tunnels.
 */
final class RequestGuard extends Filter {

    private static final Set<String> METHODS = Set.of("GET", "HEAD");

    private final String told;

    /** @param told the address or name that the server was told to bind */
    RequestGuard(String told) {
        this.told = told;
    }

    @Override
    public String description() {
        return "only GET and HEAD, only by an address of its own";
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        protect(exchange.getResponseHeaders());
        var hosts = exchange.getRequestHeaders().getOrDefault("Host", List.of());
        var local = exchange.getLocalAddress().getAddress();
        if (hosts.size() != 1 || !isOurs(hosts.getFirst(), local)) {
            WebResponse.text(
                    exchange,
                    403,
                    "asked for by a Host that is not ours; open http://%s:%d/"
                            .formatted(
                                    HostLiteral.inUrl(local),
                                    exchange.getLocalAddress().getPort()));
        } else if (!METHODS.contains(exchange.getRequestMethod())) {
            exchange.getResponseHeaders().set("Allow", "GET, HEAD");
            WebResponse.text(exchange, 405, "this page is for reading: GET or HEAD");
        } else {
            chain.doFilter(exchange);
        }
    }

    private static void protect(Headers headers) {
        headers.set(
                "Content-Security-Policy",
                "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Cache-Control", "no-store");
    }

    /**
     * @param header value of {@code Host}: a name or an address, IPv6 in brackets, and maybe a port
     * @param local the address at which the request came in
     */
    boolean isOurs(String header, InetAddress local) {
        var host = header.replaceFirst(":\\d*$", "");
        if (host.equalsIgnoreCase("localhost") || host.equalsIgnoreCase(told)) {
            return true;
        }
        return HostLiteral.literal(host)
                .filter(address -> address.isLoopbackAddress() || address.equals(local))
                .isPresent();
    }
}
