package threadwall.cli.e2e;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/** The main program of a server that a test starts: prints its port, ends with its standard input. */
final class AcceptLoop {

    /** Answers a client. The connection is closed when it returns, or throws because the client is gone. */
    interface Service {
        void serve(Socket client) throws IOException, InterruptedException;
    }

    private AcceptLoop() {}

    /** @param byteRead called for each byte on standard input */
    static void run(int backlog, Service service, Runnable byteRead) throws IOException {
        try (var listener = new ServerSocket(0, backlog, InetAddress.getByName("127.0.0.1"))) {
            Thread.ofPlatform().daemon().start(() -> accept(listener, service));
            System.out.println(listener.getLocalPort());
            while (System.in.read() >= 0) {
                byteRead.run();
            }
        }
    }

    private static void accept(ServerSocket listener, Service service) {
        try {
            while (true) {
                var client = listener.accept();
                Thread.ofVirtual().start(() -> serve(client, service));
            }
        } catch (IOException e) {
            // the listener is closed: the end
        }
    }

    private static void serve(Socket client, Service service) {
        try (client) {
            service.serve(client);
        } catch (IOException | InterruptedException e) {
            // the client is gone
        }
    }
}
