package threadwall.loadgen.http;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/** A server that reads one request, writes the given bytes, and may hang up. */
final class SingleResponseServer implements Closeable {

    private static final Pattern LENGTH = Pattern.compile("Content-Length: (\\d+)");

    private final ServerSocket listener;
    final CompletableFuture<String> request = new CompletableFuture<>();

    SingleResponseServer(String response, boolean hangUp) throws IOException {
        listener = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
        Thread.ofVirtual().start(() -> serve(response, hangUp));
    }

    private void serve(String response, boolean hangUp) {
        try (var socket = listener.accept()) {
            var read = new StringBuilder();
            while (!read.toString().endsWith("\r\n\r\n")) {
                read.append((char) socket.getInputStream().read());
            }
            var length = LENGTH.matcher(read);
            for (int left = length.find() ? Integer.parseInt(length.group(1)) : 0; left > 0; left--) {
                read.append((char) socket.getInputStream().read());
            }
            request.complete(read.toString());
            socket.getOutputStream().write(response.getBytes(StandardCharsets.ISO_8859_1));
            if (!hangUp) {
                socket.getInputStream().read();
            }
        } catch (SocketException e) {
            // the test is over
        } catch (IOException e) {
            request.completeExceptionally(e);
        }
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + listener.getLocalPort());
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
