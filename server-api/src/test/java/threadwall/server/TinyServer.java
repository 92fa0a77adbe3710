package threadwall.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import threadwall.store.StoreUnavailableException;

/** The smallest server for {@link ServerLifecycle}: when it is stopped, it answers one connection with one byte. */
@Command(name = "tiny", mixinStandardHelpOptions = true)
final class TinyServer implements Callable<Integer> {
    @Mixin
    private ServerOptions options;

    private final RequestCounter counter = new RequestCounter();

    public static void main(String[] arguments) {
        System.exit(CommandLines.of(new TinyServer()).execute(arguments));
    }

    @Override
    public Integer call() throws InterruptedException {
        var store = options.store(StoreKind.EMBEDDED);
        return new ServerLifecycle("tiny", counter).run(options, () -> {
            System.out.println("a library that prints");
            if (store == StoreKind.POSTGRES) {
                throw new StoreUnavailableException("nobody there,\nask again", null);
            }
            if (options.workers(1) == 13) {
                throw new IllegalStateException("thirteen", new IOException("no luck"));
            }
            return new Listening(store, new ServerSocket(options.port(), 50, InetAddress.getByName(options.host())));
        });
    }

    private final class Listening implements RunningServer {
        private final ServerSocket socket;

        private final ServerIdentity identity;

        private Listening(StoreKind store, ServerSocket socket) {
            this.socket = socket;
            var url = ServerIdentity.url(options.host(), socket.getLocalPort());
            identity = ServerIdentity.here("tiny", "threads", url, store, options.workers(1));
        }

        @Override
        public ServerIdentity identity() {
            return identity;
        }

        @Override
        public void stop() {
            try (socket;
                    var client = socket.accept()) {
                counter.enter();
                client.getOutputStream().write('!');
                counter.exit();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }
}
