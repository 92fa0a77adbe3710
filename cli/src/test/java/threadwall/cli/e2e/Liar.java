package threadwall.cli.e2e;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import threadwall.cli.e2e.LyingServer.Lie;

/** A {@link LyingServer} that runs until this is closed, or the test's JVM is gone. */
record Liar(Process process, URI url) implements AutoCloseable {

    static Liar honest() throws IOException {
        return start(Lie.NONE, 1, true);
    }

    /** @param every each so-manieth request gets the lie */
    static Liar start(Lie lie, long every) throws IOException {
        return start(lie, every, true);
    }

    /** One that tells the truth until {@link #lieFromNowOn}. */
    static Liar honestAtFirst(Lie lie) throws IOException {
        return start(lie, 1, false);
    }

    private static Liar start(Lie lie, long every, boolean lying) throws IOException {
        var process = Java.start(
                List.of(LyingServer.class.getName(), lie.name(), String.valueOf(every), String.valueOf(lying)));
        var port = process.inputReader().readLine();
        return new Liar(process, URI.create("http://127.0.0.1:" + port));
    }

    void lieFromNowOn() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
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
