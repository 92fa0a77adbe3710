package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;

/**
 * {@code watch --web} in a process of its own.
 *
 * @param url of its page, as printed
 */
record WatchProcess(Process process, URI url) implements AutoCloseable {

    /** @param port of the page, 0 for any */
    static WatchProcess start(int port, String... options) throws IOException {
        var arguments = Stream.concat(Stream.of("watch", "--web", "--web-port", "" + port), Stream.of(options));
        var process =
                Cli.process(arguments.toList()).redirectError(Redirect.INHERIT).start();
        var url = process.inputReader().readLine();
        assertThat(url).as("what watch --web prints").matches("http://127\\.0\\.0\\.1:\\d+/");
        return new WatchProcess(process, URI.create(url));
    }

    /** Ends it by SIGTERM. */
    void terminate() throws InterruptedException {
        process.toHandle()
                .destroy(); // via the handle, because Process.destroy() would also close our end of its output
        assertThat(process.waitFor()).as("128 + SIGTERM").isEqualTo(143);
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    /** Starts a server at a port and waits for READY. */
    static Process serve(String server, int port) throws IOException {
        var process = Cli.process(List.of("serve", server, "--port", "" + port))
                .redirectError(Redirect.INHERIT)
                .start();
        assertThat(process.inputReader().readLine()).startsWith("READY ");
        return process;
    }
}
