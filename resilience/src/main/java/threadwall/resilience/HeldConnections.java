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

/** Many connections that each send the same bytes and then stay open without reading; they take a descriptor each, no thread. */
final class HeldConnections implements AutoCloseable {

    /** Connections from one address: from about 28,000 on, the kernel needs long to find a free port. */
    private static final int PER_SOURCE = 5_000;

    private static final int CONNECT_MILLIS = 30_000;

    private final List<SocketChannel> channels = new ArrayList<>();

    /**
     * Opens the connections one after another, and sends the bytes on each.
     *
     * @throws IOException when a connection takes longer than 30 s; those that are open are closed then
     */
    static HeldConnections open(InetSocketAddress server, int count, String bytes) throws IOException {
        var held = new HeldConnections();
        try {
            for (int i = 0; i < count; i++) {
                held.connect(server, source(i / PER_SOURCE), bytes);
            }
            return held;
        } catch (IOException e) {
            held.close();
            throw new IOException(
                    "cannot open connection %,d of %,d to the server: %s".formatted(held.channels.size() + 1, count, e),
                    e);
        }
    }

    /** Addresses from {@code 127.0.0.2} up, where none of our servers listens. */
    static InetAddress source(int number) throws IOException {
        return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) (2 + number % 200)});
    }

    private void connect(InetSocketAddress server, InetAddress source, String bytes) throws IOException {
        var channel = SocketChannel.open();
        try {
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(new InetSocketAddress(source, 0));
            channel.socket().connect(server, CONNECT_MILLIS);
            channel.write(ByteBuffer.wrap(bytes.getBytes(StandardCharsets.ISO_8859_1)));
            channels.add(channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Closes all connections, every other one by RST, the rest by FIN. */
    void hangUp() throws IOException {
        for (int i = 0; i < channels.size(); i++) {
            if (i % 2 == 0) {
                channels.get(i).setOption(StandardSocketOptions.SO_LINGER, 0);
            }
            channels.get(i).close();
        }
        channels.clear();
    }

    /** Closes all connections by RST. */
    void reset() throws IOException {
        for (var channel : channels) {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            channel.close();
        }
        channels.clear();
    }

    @Override
    public void close() throws IOException {
        for (var channel : channels) {
            channel.close();
        }
    }
}
