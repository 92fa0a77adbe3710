package threadwall.kilim.io;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import jdk.net.ExtendedSocketOptions;

/**
 * The portable transport: an NIO selector. Bytes pass through one direct buffer per loop, as they would inside the JDK.
 */
public final class NioTransport implements Transport {
    static final String NAME = "nio";

    private static final long NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int STAGE_BYTES = 64 * 1024;

    private final Selector selector;
    private final ByteBuffer stage = ByteBuffer.allocateDirect(STAGE_BYTES);
    private final Consumer<SelectionKey> tell = NioTransport::tell;

    public NioTransport() throws IOException {
        selector = Selector.open();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ListeningSocket listen(InetSocketAddress address, int backlog, PortSharing sharing, PeerLiveness liveness)
            throws IOException {
        var channel = ServerSocketChannel.open();
        try {
            channel.configureBlocking(false);
            if (sharing == PortSharing.NEXT) {
                channel.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            }
            channel.bind(address, backlog);
            if (sharing == PortSharing.FIRST) {
                // set after bind, so that bind fails if another process listens on the port
                channel.setOption(StandardSocketOptions.SO_REUSEPORT, true);
            }
            if (channel.supportedOptions().contains(ExtendedSocketOptions.TCP_KEEPIDLE)) {
                // accepted sockets inherit them
                channel.setOption(ExtendedSocketOptions.TCP_KEEPIDLE, (int)
                        liveness.silence().toSeconds());
                channel.setOption(ExtendedSocketOptions.TCP_KEEPINTERVAL, PeerLiveness.PROBE_SECONDS);
                channel.setOption(ExtendedSocketOptions.TCP_KEEPCOUNT, PeerLiveness.PROBES);
            }
            return new Listening(channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public void poll(long nanos, long coalescing) {
        try {
            if (nanos == 0) {
                selector.selectNow(tell);
            } else if (coalescing > 0) {
                if (selector.selectNow(tell) == 0) {
                    LockSupport.parkNanos(coalescing);
                    selector.selectNow(tell);
                }
            } else if (nanos == Long.MAX_VALUE) {
                selector.select(tell, 0);
            } else {
                selector.select(tell, Math.ceilDiv(nanos, NANOS_PER_MILLI));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the selector failed", e);
        }
    }

    private static void tell(SelectionKey key) {
        int ready = key.readyOps();
        int what = (ready & (SelectionKey.OP_READ | SelectionKey.OP_ACCEPT)) != 0 ? ReadinessHandler.READ : 0;
        ((ReadinessHandler) key.attachment())
                .ready((ready & SelectionKey.OP_WRITE) != 0 ? what | ReadinessHandler.WRITE : what);
    }

    @Override
    public void wake() {
        selector.wakeup();
    }

    @Override
    public void close() {
        try {
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the selector could not be closed", e);
        }
    }

    private final class Listening implements ListeningSocket {
        private final ServerSocketChannel channel;

        Listening(ServerSocketChannel channel) {
            this.channel = channel;
        }

        @Override
        public int port() {
            return channel.socket().getLocalPort();
        }

        @Override
        public void await(ReadinessHandler handler) {
            try {
                channel.register(selector, handler == null ? 0 : SelectionKey.OP_ACCEPT, handler);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot wait for connections", e);
            }
        }

        @Override
        public StreamSocket accept() throws IOException {
            var client = channel.accept();
            if (client == null) {
                return null;
            }
            try {
                client.configureBlocking(false);
                client.setOption(StandardSocketOptions.TCP_NODELAY, true);
                client.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
                return new Stream(client);
            } catch (IOException | RuntimeException e) {
                client.close();
                throw e;
            }
        }

        @Override
        public void close() {
            closeQuietly(channel);
        }
    }

    private final class Stream implements StreamSocket {
        private final SocketChannel channel;
        private SelectionKey key;

        Stream(SocketChannel channel) {
            this.channel = channel;
        }

        @Override
        public void register(ReadinessHandler handler) throws IOException {
            key = channel.register(selector, SelectionKey.OP_READ, handler);
        }

        @Override
        public void await(int interest) {
            int operations = (interest & ReadinessHandler.READ) != 0 ? SelectionKey.OP_READ : 0;
            key.interestOps((interest & ReadinessHandler.WRITE) != 0 ? operations | SelectionKey.OP_WRITE : operations);
        }

        @Override
        public int read(Buffer into) {
            try {
                int read = channel.read(stage.clear().limit(Math.min(into.room(), STAGE_BYTES)));
                if (read > 0) {
                    stage.flip().get(into.array(), into.end(), read);
                    into.put(read);
                }
                return read < 0 ? ENDED : read;
            } catch (IOException e) {
                return GONE;
            }
        }

        @Override
        public int write(Buffer from, boolean last) {
            try {
                stage.clear().put(from.array(), from.start(), Math.min(from.length(), STAGE_BYTES));
                int written = channel.write(stage.flip());
                from.use(written);
                return written;
            } catch (IOException e) {
                return GONE;
            }
        }

        @Override
        public void endOutput() {
            try {
                channel.shutdownOutput();
            } catch (IOException e) {
                // the peer is already gone; the next read reports that
            }
        }

        @Override
        public String peer() {
            try {
                return ((InetSocketAddress) channel.getRemoteAddress())
                        .getAddress()
                        .getHostAddress();
            } catch (IOException e) {
                return "-";
            }
        }

        @Override
        public void close() {
            // a registered channel's descriptor is freed by the next select, which the loop's thread does next
            closeQuietly(channel);
        }
    }

    private static void closeQuietly(java.nio.channels.Channel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // its descriptor is freed all the same
        }
    }
}
