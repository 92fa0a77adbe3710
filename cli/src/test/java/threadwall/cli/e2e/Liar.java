package threadwall.cli.e2e;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import threadwall.cli.e2e.LyingServer.Lie;

/** A {@link LyingServer} that runs until this is closed, or the test's JVM is gone. */
record Liar(Process process, URI url) implements AutoCloseable {

    static Liar honest() throws IOException {
        return start(Lie.NONE, 1, 1);
    }

    /**
     * @param from the first request, counted from 1, that may get the lie
     * @param every each so-manieth request gets it
     */
    static Liar start(Lie lie, long from, long every) throws IOException {
        var process = Java.start(
                List.of(LyingServer.class.getName(), lie.name(), String.valueOf(from), String.valueOf(every)));
        var port = process.inputReader().readLine();
        return new Liar(process, URI.create("http://127.0.0.1:" + port));
    }

    /** As the value of {@code --target}. */
    String as(String name) {
        return name + "=" + url;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
