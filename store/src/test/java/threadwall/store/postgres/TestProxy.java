package threadwall.store.postgres;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;

/** A TCP proxy in front of a port, which tests can shut. */
public final class TestProxy implements AutoCloseable {
    private final ServerSocket listener;
    private final int behind;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final CountDownLatch leftInSilence = new CountDownLatch(1);
    private volatile boolean shut;
    private volatile boolean silent;
    private volatile CountDownLatch held = new CountDownLatch(0);

    private TestProxy(int behind) throws IOException {
        this.behind = behind;
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::listen);
    }

    /** Opens a proxy to that port of this machine. */
    public static TestProxy to(int port) throws IOException {
        return new TestProxy(port);
    }

    public int port() {
        return listener.getLocalPort();
    }

    /** Closes all connections, and new ones as soon as they are accepted. */
    public void shut() throws IOException {
        shut = true;
        cut();
    }

    /** Closes all connections. New ones are accepted and never answered. */
    public void silence() throws IOException {
        silent = true;
        cut();
    }

    /** Waits until a client has closed a connection that was never answered. */
    public void awaitLeftInSilence() throws InterruptedException {
        leftInSilence.await();
    }

    /** Forwards new connections again. */
    public void open() {
        shut = false;
        silent = false;
    }

    /** Stops forwarding bytes; connections stay open and new ones are accepted. */
    public void hold() {
        held = new CountDownLatch(1);
    }

    /** Forwards the bytes that were held back. */
    public void release() {
        held.countDown();
    }

    private void listen() {
        try {
            while (true) {
                var client = listener.accept();
                sockets.add(client);
                if (shut) {
                    client.close();
                } else if (silent) {
                    Thread.ofVirtual().start(() -> awaitEnd(client));
                } else {
                    var server = new Socket(listener.getInetAddress(), behind);
                    sockets.add(server);
                    Thread.ofVirtual().start(() -> pass(client, server));
                    Thread.ofVirtual().start(() -> pass(server, client));
                }
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void awaitEnd(Socket client) {
        try (client) {
            client.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // an end as well
        }
        leftInSilence.countDown();
    }

    private void pass(Socket from, Socket to) {
        var bytes = new byte[8192];
        try (from;
                to) {
            for (int count = from.getInputStream().read(bytes);
                    count >= 0;
                    count = from.getInputStream().read(bytes)) {
                held.await();
                to.getOutputStream().write(bytes, 0, count);
            }
        } catch (IOException | InterruptedException e) {
            // when one side closes, close the other
        }
    }

    private void cut() throws IOException {
        for (var socket : sockets) {
            socket.close();
        }
        sockets.clear();
    }

    @Override
    public void close() throws IOException {
        release();
        listener.close();
        cut();
    }
}
