package threadwall.watch.web;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Optional;

/** IP addresses as written in URLs and {@code Host} headers. */
final class HostLiteral {

    private HostLiteral() {}

    /** Parses an address, IPv6 with or without brackets; no name is resolved. */
    static Optional<InetAddress> parse(String host) {
        var bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        try {
            return Optional.of(InetAddress.ofLiteral(bare));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static String format(InetAddress address) {
        var text = address.getHostAddress();
        return address instanceof Inet6Address ? "[" + text + "]" : text;
    }
}
