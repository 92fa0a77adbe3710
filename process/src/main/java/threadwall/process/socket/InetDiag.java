package threadwall.process.socket;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;

/**
 * The binary format of an inet_diag request and its responses.
 *
 * <pre>
 * struct nlmsghdr           linux/netlink.h     u32 len 0, u16 type 4, u16 flags 6, u32 seq 8, u32 pid 12: 16 bytes
 * struct inet_diag_req      linux/inet_diag.h   u8 family 0, u8 src_len 1, u8 dst_len 2, u8 ext 3, sockid 4,
 *                                               u32 states 52, u32 dbs 56: 60 bytes
 * struct inet_diag_sockid                       be16 sport 0, be16 dport 2, be32 src[4] 4, be32 dst[4] 20, u32 if 36,
 *                                               u32 cookie[2] 40: 48 bytes
 * struct inet_diag_msg                          u8 family 0, u8 state 1, u8 timer 2, u8 retrans 3, sockid 4,
 *                                               u32 expires 52, u32 rqueue 56, u32 wqueue 60, u32 uid 64,
 *                                               u32 inode 68: 72 bytes
 * </pre>
 *
 * Numbers are in host byte order, ports and addresses in network byte order.
 */
final class InetDiag {

    static final int AF_INET = 2;

    /** Size of a message header and a request. */
    static final int REQUEST_BYTES = 16 + 60;

    static final int HEADER_BYTES = 16;

    private static final short TCPDIAG_GETSOCK = 18;
    private static final short NLM_F_REQUEST = 0x001;
    private static final short NLM_F_DUMP = 0x300;

    private static final ValueLayout.OfInt INT = JAVA_INT.withByteAlignment(1);
    private static final ValueLayout.OfShort SHORT = JAVA_SHORT.withByteAlignment(1);
    private static final ValueLayout.OfShort PORT = SHORT.withOrder(ByteOrder.BIG_ENDIAN);

    private InetDiag() {}

    /**
     * Writes a dump request for the TCP sockets of both families whose local port is {@code port}. The kernel compares
     * the port itself ({@code inet_diag_dump_icsk}, idiag_sport of the request), so sockets of other ports never reach
     * this process. This is the older of the two request formats, because it alone covers both families: the kernel
     * then walks its table of all connections (262,144 buckets here) once instead of twice.
     */
    static void request(MemorySegment at, int sequence, int states, int port) {
        at.asSlice(0, REQUEST_BYTES).fill((byte) 0);
        at.set(INT, 0, REQUEST_BYTES);
        at.set(SHORT, 4, TCPDIAG_GETSOCK);
        at.set(SHORT, 6, (short) (NLM_F_REQUEST | NLM_F_DUMP));
        at.set(INT, 8, sequence);
        at.set(PORT, 20, (short) port);
        at.set(INT, 68, states);
    }

    /** A message of the response, read in place: valid until the next datagram is received. */
    record Message(MemorySegment bytes, long offset) {

        int length() {
            return bytes.get(INT, offset);
        }

        int type() {
            return Short.toUnsignedInt(bytes.get(SHORT, offset + 4));
        }

        int flags() {
            return Short.toUnsignedInt(bytes.get(SHORT, offset + 6));
        }

        /** For NLMSG_ERROR and NLMSG_DONE: a negative errno, or 0. */
        int error() {
            return length() < HEADER_BYTES + 4 ? 0 : bytes.get(INT, offset + HEADER_BYTES);
        }
    }

    /** The {@code inet_diag_msg} of a message: one socket. */
    record Socket(MemorySegment bytes, long offset) {

        static Socket of(Message message) {
            return new Socket(message.bytes(), message.offset() + HEADER_BYTES);
        }

        TcpState state() {
            return TcpState.of(bytes.get(JAVA_BYTE, offset + 1));
        }

        int localPort() {
            return Short.toUnsignedInt(bytes.get(PORT, offset + 4));
        }

        InetAddress local() {
            return address(offset + 8);
        }

        InetAddress remote() {
            return address(offset + 24);
        }

        int receiveQueue() {
            return bytes.get(INT, offset + 56);
        }

        int sendQueue() {
            return bytes.get(INT, offset + 60);
        }

        int uid() {
            return bytes.get(INT, offset + 64);
        }

        long inode() {
            return Integer.toUnsignedLong(bytes.get(INT, offset + 68));
        }

        /** Java turns a v4-mapped address into an Inet4Address, so the addresses can be compared. */
        private InetAddress address(long at) {
            int length = bytes.get(JAVA_BYTE, offset) == AF_INET ? 4 : 16;
            try {
                return InetAddress.getByAddress(bytes.asSlice(at, length).toArray(JAVA_BYTE));
            } catch (UnknownHostException impossible) {
                throw new AssertionError("an address has 4 or 16 bytes", impossible);
            }
        }
    }
}
