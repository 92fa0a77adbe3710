package threadwall.probes;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A thread starter that uses nearly all its memory maps first, so it soon reaches vm.max_map_count. */
final class Crowded {

    private static final int LEFT = 1_501;

    static final List<Object> TAKEN = new ArrayList<>();

    private Crowded() {}

    public static void main(String[] arguments) throws IOException, InterruptedException {
        // in one piece: Files.readString begins with one byte, and gets one digit
        long most = Long.parseLong(
                Files.readAllLines(Path.of("/proc/sys/vm/max_map_count")).getFirst());
        // maps of the same offset are never merged
        try (var file = FileChannel.open(Path.of(arguments[0]).resolveSibling("child.status"))) {
            for (long maps = maps(); maps < most - LEFT; maps++) {
                TAKEN.add(file.map(MapMode.READ_ONLY, 0, 1));
            }
        }
        ThreadStarterMain.main(arguments);
    }

    private static long maps() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.count();
        }
    }
}
