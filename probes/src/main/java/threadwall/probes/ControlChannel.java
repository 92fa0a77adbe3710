package threadwall.probes;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * The child's end of its connection to the tool. When the tool is gone the connection breaks and this JVM halts at once. A
 * SIGTERM would not end a JVM that has no threads left, since it starts a thread for each signal.
 */
final class ControlChannel {

    private final SocketChannel channel;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private ControlChannel(SocketChannel channel) {
        this.channel = channel;
    }

    /** Connects, and sends this JVM's PID. */
    static ControlChannel connect(Path socket) throws IOException {
        preferForOomKill();
        var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(socket));
        var control = new ControlChannel(channel);
        Thread.ofPlatform().daemon().name("control").start(control::listen);
        control.send("READY " + ProcessHandle.current().pid());
        return control;
    }

    /** If memory runs out, the kernel is to kill this JVM and no other process. */
    private static void preferForOomKill() {
        try {
            Files.writeString(Path.of("/proc/self/oom_score_adj"), "1000");
        } catch (IOException notOurs) {
            // then the kernel chooses by size, and this JVM soon is the largest
        }
    }

    private void listen() {
        try (var reader = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8))) {
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            // the same as the end of the stream
        } finally {
            Runtime.getRuntime().halt(0);
        }
    }

    /** Waits for the tool's next line. */
    String receive() throws InterruptedException {
        return lines.take();
    }

    /** Sends a line; for any thread. */
    synchronized void send(String line) throws IOException {
        var bytes = ByteBuffer.wrap((line + '\n').getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}
