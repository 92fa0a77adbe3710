package threadwall.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * The JVM that meets the wall of threads: {@code START N} has it start platform threads until there are N, each parked for
 * good, and answer {@code STARTED N}, or {@code FAILED N MESSAGE} when there can be no more. It never ends by itself, so
 * that it can be looked at where it stands.
 */
final class ThreadStarterMain {

    private ThreadStarterMain() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        var control = ControlChannel.connect(Path.of(arguments[0]));
        // loaded now: at the wall there may be no memory map left to load a class into
        var failed = new StringBuilder("FAILED ");
        int started = 0;
        while (true) {
            int goal = Integer.parseInt(control.next().substring("START ".length()));
            try {
                while (started < goal) {
                    var thread = new Thread(null, ThreadStarterMain::park, "parked", 0, false);
                    thread.setDaemon(true);
                    thread.start();
                    started++;
                }
                control.say("STARTED " + started);
            } catch (OutOfMemoryError wall) {
                control.say(failed.append(started)
                        .append(' ')
                        .append(wall.getMessage())
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
