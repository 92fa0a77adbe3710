package threadwall.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.consumer.RecordingFile;

/** Counts how often a virtual thread kept its carrier thread while it waited: jdk.VirtualThreadPinned of Flight Recorder. */
final class PinnedEvents {

    /** In a step's folder. */
    private static final String FILES = "pinned-*.jfr";

    private PinnedEvents() {}

    /** Options of a JVM that records them to the step's folder; shorter ones than the JDK's 20 ms are left out. */
    static String options() {
        return "-XX:StartFlightRecording:settings=none,jdk.VirtualThreadPinned#enabled=true,filename=$THREADWALL_STEP/pinned-{host}.jfr";
    }

    /** Of all server processes of a step; {@code null} if there is no recording. */
    static Long count(Path step) throws IOException {
        Long count = null;
        try (var recordings = Files.newDirectoryStream(step, FILES)) {
            for (var recording : recordings) {
                count = (count == null ? 0 : count)
                        + RecordingFile.readAllEvents(recording).size();
            }
        }
        return count;
    }
}
