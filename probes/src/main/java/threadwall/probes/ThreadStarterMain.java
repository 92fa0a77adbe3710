package threadwall.probes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * The JVM that starts threads for a probe. On {@code START N} it starts platform threads until there are N, each parked for
 * ever, and answers {@code STARTED N}, or {@code FAILED N MESSAGE} when no more start. It never exits by itself, so the
 * tool can read it at its limit.
 */
public final class ThreadStarterMain {

    private ThreadStarterMain() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        var control = ControlChannel.connect(Path.of(arguments[0]));
        // load the class now: at the limit there may be no memory map left for it
        var failed = new StringBuilder("FAILED ");
        int started = 0;
        while (true) {
            int goal = Integer.parseInt(control.receive().substring("START ".length()));
            try {
                while (started < goal) {
                    var thread = new Thread(null, ThreadStarterMain::park, "parked", 0, false);
                    thread.setDaemon(true);
                    thread.start();
                    started++;
                }
                control.send("STARTED " + started);
            } catch (OutOfMemoryError refused) {
                control.send(failed.append(started)
                        .append(' ')
                        .append(refused.getMessage())
                        .toString());
            }
        }
    }

    private static void park() {
        while (true) {
            LockSupport.park();
        }
    }
}
