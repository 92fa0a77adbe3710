package threadwall.watch.web;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Optional;

/** Addresses as they stand in URLs and {@code Host} headers. */
final class HostLiteral {

    private HostLiteral() {}

    /** The address that is written there, IPv6 in brackets or not; no name is looked up. */
    static Optional<InetAddress> literal(String host) {
        var bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        try {
            return Optional.of(InetAddress.ofLiteral(bare));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static String inUrl(InetAddress address) {
        var text = address.getHostAddress();
        return address instanceof Inet6Address ? "[" + text + "]" : text;
    }
}
