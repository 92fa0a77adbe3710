package threadwall.cli;

import java.io.IOException;
import java.net.InetAddress;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import threadwall.process.PreconditionException;
import threadwall.watch.WatchFilter;
import threadwall.watch.WatchSampler;
import threadwall.watch.Watcher;
import threadwall.watch.web.LivePageServer;

/** {@code watch --web}: the options of the live page, and its server. */
public final class LivePageOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--web", description = "Serve a live page for the browser instead, and print its address.")
    private boolean web;

    @Option(
            names = "--web-port",
            paramLabel = "N",
            defaultValue = "8090",
            description = "Port of the live page, 0 for any (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address of the live page (default: ${DEFAULT-VALUE}). It has no password: on any address but"
                    + " loopback, everyone who can reach it can read it.")
    private String host;

    public boolean web() {
        return web;
    }

    /**
     * Serves the page until this JVM is ended by a signal; never returns.
     *
     * @throws PreconditionException when the address or the port is not available, or a process that was named does not
     *     exist
     */
    public int serve(WatchFilter filter) throws PreconditionException, IOException, InterruptedException {
        if (port < 0 || port > 65_535) {
            throw new ParameterException(command.commandLine(), "--web-port must be from 0 to 65535, not " + port);
        }
        Watcher.open(filter).close(); // so that a wrong --pid fails now, not when the first page is opened
        var server = LivePageServer.start(host, port, WatchSampler.forFilter(filter));
        Runtime.getRuntime().addShutdownHook(new Thread(server::close, "stop-live-page"));
        printAddress(server);
        Thread.currentThread().join();
        throw new AssertionError("a thread does not outlive itself");
    }

    private void printAddress(LivePageServer server) throws IOException {
        var out = command.commandLine().getOut();
        out.println(server.url());
        out.flush();
        var err = command.commandLine().getErr();
        if (!InetAddress.getByName(host).isLoopbackAddress()) {
            err.println("threadwall: everyone who can reach %s can read this page".formatted(host));
        }
        err.println("threadwall: open the URL above in a browser; Ctrl-C stops the page");
        err.flush();
    }
}
