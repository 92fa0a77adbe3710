package threadwall.kilim.io;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;

/**
 * {@code struct sockaddr_in} and {@code struct sockaddr_in6} (ip(7), ipv6(7)), which are the same on all Linux
 * architectures.
 */
final class SocketAddress {
    static final int IN_SIZE = 16;
    static final int IN_ADDRESS = 4;
    static final int IN6_SIZE = 28;
    static final int IN6_ADDRESS = 8;
    static final int IN6_SCOPE = 24;

    /** The same offset in both. */
    static final int PORT = 2;

    private static final ValueLayout.OfShort NETWORK_SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private SocketAddress() {}

    static int family(InetSocketAddress address) {
        return address.getAddress() instanceof Inet6Address ? Libc.AF_INET6 : Libc.AF_INET;
    }

    static MemorySegment of(InetSocketAddress address, Arena arena) {
        var bytes = MemorySegment.ofArray(address.getAddress().getAddress());
        boolean six = address.getAddress() instanceof Inet6Address;
        var struct = arena.allocate(six ? IN6_SIZE : IN_SIZE, Long.BYTES);
        struct.set(JAVA_SHORT, 0, (short) family(address));
        struct.set(NETWORK_SHORT, PORT, (short) address.getPort());
        struct.asSlice(six ? IN6_ADDRESS : IN_ADDRESS).copyFrom(bytes);
        if (address.getAddress() instanceof Inet6Address six6) {
            struct.set(JAVA_INT, IN6_SCOPE, six6.getScopeId());
        }
        return struct;
    }

    /** The address in numbers, without the port. */
    static String host(MemorySegment struct) {
        boolean six = struct.get(JAVA_SHORT, 0) == Libc.AF_INET6;
        var bytes = struct.asSlice(six ? IN6_ADDRESS : IN_ADDRESS, six ? Long.BYTES * 2 : Integer.BYTES);
        try {
            return InetAddress.getByAddress(bytes.toArray(JAVA_BYTE)).getHostAddress();
        } catch (UnknownHostException e) {
            throw new AssertionError("an address of 4 or 16 bytes is one", e);
        }
    }

    static int port(MemorySegment struct) {
        return Short.toUnsignedInt(struct.get(NETWORK_SHORT, PORT));
    }
}
