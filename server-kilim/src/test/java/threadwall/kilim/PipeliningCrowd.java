package threadwall.kilim;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Clients on one thread, each of which sends all of its requests at once and reads until the server ends the connection. */
final class PipeliningCrowd implements AutoCloseable {
    private final Selector selector = Selector.open();
    private final List<SocketChannel> clients = new ArrayList<>();

    PipeliningCrowd(URI server, int size) throws IOException {
        for (int i = 0; i < size; i++) {
            var client = SocketChannel.open(new InetSocketAddress(server.getHost(), server.getPort()));
            clients.add(client);
            client.configureBlocking(false);
        }
    }

    /** @param requests of each client; the last should end the connection */
    void send(String requests) throws IOException {
        var bytes = ByteBuffer.wrap(requests.getBytes(StandardCharsets.US_ASCII));
        for (var client : clients) {
            client.write(bytes.rewind());
            if (bytes.hasRemaining()) {
                throw new IOException("the kernel took only a part of " + bytes.capacity() + " bytes");
            }
            client.register(selector, SelectionKey.OP_READ);
        }
    }

    /** Reads until the server has ended all connections. */
    void readAll() throws IOException {
        var scrap = ByteBuffer.allocateDirect(1 << 16);
        for (int left = clients.size(); left > 0; ) {
            selector.select();
            for (var key : selector.selectedKeys()) {
                if (((SocketChannel) key.channel()).read(scrap.clear()) < 0) {
                    key.cancel();
                    left--;
                }
            }
            selector.selectedKeys().clear();
        }
    }

    @Override
    public void close() throws IOException {
        for (var client : clients) {
            client.close();
        }
        selector.close();
    }
}
