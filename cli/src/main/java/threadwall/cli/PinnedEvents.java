package threadwall.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import jdk.jfr.consumer.RecordingFile;

/** Counts how often a virtual thread kept its carrier thread while it waited: jdk.VirtualThreadPinned of Flight Recorder. */
final class PinnedEvents {

    private static final String EVENT = "jdk.VirtualThreadPinned";

    /** In a step's folder. */
    private static final String FILES = "pinned-*.jfr";

    private PinnedEvents() {}

    /** Options of a JVM that records them to the step's folder, for bash; 20 ms is the threshold of the JDK's own settings. */
    static String options() {
        return "\"-XX:StartFlightRecording:settings=none,%1$s#enabled=true,%1$s#threshold=20ms,filename=$THREADWALL_STEP/pinned-{host}.jfr\""
                .formatted(EVENT);
    }

    /** Of all server processes of a step, since their start; empty if there is no complete recording. */
    static OptionalLong count(Path step) throws IOException {
        long count = 0;
        boolean any = false;
        try (var recordings = Files.newDirectoryStream(step, FILES)) {
            for (var path : recordings) {
                any = true;
                try (var recording = new RecordingFile(path)) {
                    while (recording.hasMoreEvents()) {
                        count += recording.readEvent().getEventType().getName().equals(EVENT) ? 1 : 0;
                    }
                } catch (IOException cutOff) {
                    return OptionalLong.empty();
                }
            }
        }
        return any ? OptionalLong.of(count) : OptionalLong.empty();
    }
}
