package threadwall.resilience;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Many connections that have each sent the same bytes, and are held without reading: a descriptor each, no thread. */
final class HeldConnections implements AutoCloseable {

    /** Connections from one address; past about 28,000 the kernel is slow to find another port. */
    private static final int PER_SOURCE = 5_000;

    private static final int CONNECT_MILLIS = 30_000;

    private final List<SocketChannel> members = new ArrayList<>();

    /**
     * Connects and sends, one after the other.
     *
     * @throws IOException when not all of them got a connection within 30 s each; those that did are closed
     */
    static HeldConnections gather(InetSocketAddress server, int size, String sent) throws IOException {
        var crowd = new HeldConnections();
        try {
            for (int i = 0; i < size; i++) {
                crowd.join(server, source(i / PER_SOURCE), sent);
            }
            return crowd;
        } catch (IOException e) {
            crowd.close();
            throw new IOException("connection %,d of %,d to the server: %s".formatted(crowd.size() + 1, size, e), e);
        }
    }

    /** {@code 127.0.0.2} and on: no server of ours listens there. */
    static InetAddress source(int number) throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) (2 + number % 200)});
    }

    private void join(InetSocketAddress server, InetAddress source, String sent) throws IOException {
        var channel = SocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(new InetSocketAddress(source, 0));
            channel.socket().connect(server, CONNECT_MILLIS);
            channel.write(ByteBuffer.wrap(sent.getBytes(StandardCharsets.ISO_8859_1)));
            members.add(channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    int size() {
        return members.size();
    }

    /** All leave, every other one by RST, the rest by FIN. */
    void hangUp() throws IOException {
        for (int i = 0; i < members.size(); i++) {
            if (i % 2 == 0) {
                members.get(i).setOption(StandardSocketOptions.SO_LINGER, 0);
            }
            members.get(i).close();
        }
        members.clear();
    }

    @Override
    public void close() throws IOException {
        for (var member : members) {
            member.close();
        }
    }
}
