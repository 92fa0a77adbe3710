package threadwall.doctor;

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
 * A child's end of its line to the tool. When the tool is gone the line breaks and this JVM halts at once: at a wall a
 * SIGTERM would not end it, since the JVM starts a thread for each signal and cannot have one.
 */
final class ControlChannel {

    private final SocketChannel channel;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    private ControlChannel(SocketChannel channel) {
        this.channel = channel;
    }

    /** Connects, and tells this JVM's pid. */
    static ControlChannel connect(Path socket) throws IOException {
        offerToTheOomKiller();
        var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        channel.connect(UnixDomainSocketAddress.of(socket));
        var control = new ControlChannel(channel);
        Thread.ofPlatform().daemon().name("control").start(control::listen);
        control.say("READY " + ProcessHandle.current().pid());
        return control;
    }

    /** When memory is what runs out, it shall be this JVM that the kernel kills, and nobody else. */
    private static void offerToTheOomKiller() {
        try {
            Files.writeString(Path.of("/proc/self/oom_score_adj"), "1000");
        } catch (IOException notOurs) {
            // then the kernel chooses by size, which is this one soon enough
        }
    }

    private void listen() {
        try (var reader = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8))) {
            for (var line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            // the same as its end
        } finally {
            Runtime.getRuntime().halt(0);
        }
    }

    /** The tool's next line; waits for it. */
    String next() throws InterruptedException {
        return lines.take();
    }

    /** Sends a line from any thread. */
    synchronized void say(String line) throws IOException {
        var bytes = ByteBuffer.wrap((line + '\n').getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }
}
