package threadwall.loadgen.sweep.bench;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Opens keep-alive connections one after the other, makes one request on each and reads its answer, then says {@code READY
 * {"open":N}} and holds them until it is ended. A process of its own, since descriptors are counted by process.
 *
 * <p>Arguments: HOST PORT CONNECTIONS SOURCE..., the last being addresses that the connections are dealt over.
 */
final class IdleConnectionHolder {

    private static final String BODY = "{\"message\":\"Hello, World!\"}";
    private static final int PATIENCE_MILLIS = 30_000;

    private IdleConnectionHolder() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        var server = new InetSocketAddress(InetAddress.getByName(arguments[0]), Integer.parseInt(arguments[1]));
        var held = new Socket[Integer.parseInt(arguments[2])];
        int sources = arguments.length - 3;
        try {
            for (int i = 0; i < held.length; i++) {
                held[i] = connect(server, InetAddress.getByName(arguments[3 + i % sources]));
                ask(held[i], server);
            }
        } catch (IOException e) {
            System.err.printf("connection %,d of %,d: %s%n", opened(held), held.length, e.getMessage());
            System.exit(1);
        }
        System.out.println("READY {\"open\":" + held.length + "}");
        Thread.currentThread().join();
    }

    private static int opened(Socket[] held) {
        int opened = 0;
        while (opened < held.length && held[opened] != null) {
            opened++;
        }
        return opened;
    }

    private static Socket connect(InetSocketAddress server, InetAddress source) throws IOException {
        var socket = new Socket();
        // closed by a reset, which leaves no TIME_WAIT to whoever measures next
        socket.setSoLinger(true, 0);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.bind(new InetSocketAddress(source, 0));
        socket.connect(server, PATIENCE_MILLIS);
        return socket;
    }

    private static void ask(Socket socket, InetSocketAddress server) throws IOException {
        var request = "GET /json HTTP/1.1\r\nHost: %s:%d\r\n\r\n".formatted(server.getHostString(), server.getPort());
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        var in = socket.getInputStream();
        var head = head(in);
        var length = head.lines()
                .filter(line -> line.regionMatches(true, 0, "Content-Length:", 0, 15))
                .map(line -> line.substring(15).strip())
                .findFirst();
        var body = new String(in.readNBytes(BODY.length()), StandardCharsets.UTF_8);
        if (!head.startsWith("HTTP/1.1 200 ")
                || !length.equals(java.util.Optional.of("" + BODY.length()))
                || !body.equals(BODY)
                || head.toLowerCase(java.util.Locale.ROOT).contains("connection: close")) {
            throw new IOException("not the answer of /json on a kept connection: "
                    + head.lines().findFirst().orElse("") + " … " + body);
        }
    }

    private static String head(InputStream in) throws IOException {
        var head = new StringBuilder();
        while (head.length() < 4 || !head.substring(head.length() - 4).equals("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the connection was closed in the middle of an answer");
            }
            head.append((char) next);
        }
        return head.toString();
    }
}
