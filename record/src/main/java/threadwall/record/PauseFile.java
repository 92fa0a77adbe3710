package threadwall.record;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * {@code pauses.csv} in a step's folder: a header, then one {@link GcPause} per line, in order of time. A step whose
 * servers do not write our GC log has no such file; a step without a pause has only the header.
 */
public final class PauseFile {

    public static final String NAME = "pauses.csv";

    private static final String HEADER = "millis,pauseMillis,shard";
    private static final Pattern LINE = Pattern.compile("(-?\\d+),(\\d+\\.\\d{3}),(\\d+)");

    private PauseFile() {}

    /** Writes a step's file and replaces an older one. */
    public static void write(Path folder, List<GcPause> pauses) throws IOException {
        var lines = new ArrayList<>(List.of(HEADER));
        for (var pause : pauses) {
            lines.add(String.format(Locale.ROOT, "%d,%.3f,%d", pause.millis(), pause.pauseMillis(), pause.shard()));
        }
        Files.write(folder.resolve(NAME), lines, StandardCharsets.UTF_8);
    }

    /** The pauses of a step; none without the file. Reading ends at a truncated line (power loss). */
    public static List<GcPause> read(Path folder) throws IOException {
        var path = folder.resolve(NAME);
        if (!Files.exists(path)) {
            return List.of();
        }
        var pauses = new ArrayList<GcPause>();
        var lines = Files.readAllLines(path, StandardCharsets.UTF_8);
        for (var line : lines.subList(Math.min(1, lines.size()), lines.size())) {
            var cells = LINE.matcher(line);
            if (!cells.matches()) {
                break;
            }
            pauses.add(new GcPause(
                    Long.parseLong(cells.group(1)),
                    Double.parseDouble(cells.group(2)),
                    Integer.parseInt(cells.group(3))));
        }
        return List.copyOf(pauses);
    }
}
