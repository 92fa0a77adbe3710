package threadwall.record;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code samples.csv} in a step's folder: a header with the component names of {@link Sample}, then one sample per
 * line. A missing value is empty. Columns are found by name, so a missing column reads as missing values.
 */
public final class SampleFile implements Closeable {

    public static final String NAME = "samples.csv";

    private static final List<RecordComponent> COLUMNS = List.of(Sample.class.getRecordComponents());

    private final BufferedWriter out;

    private SampleFile(BufferedWriter out) throws IOException {
        this.out = out;
        line(COLUMNS.stream().map(RecordComponent::getName));
    }

    /** Creates the file in the step's folder. */
    public static SampleFile create(Path folder) throws IOException {
        return new SampleFile(Files.newBufferedWriter(folder.resolve(NAME), StandardCharsets.UTF_8));
    }

    public void append(Sample sample) throws IOException {
        line(COLUMNS.stream().map(column -> text(value(sample, column))));
    }

    private void line(Stream<String> cells) throws IOException {
        out.write(cells.collect(Collectors.joining(",", "", "\n")));
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    /**
     * The samples of a step, in order; none without the file. Reading ends at a truncated line (power loss), and at a
     * line without a phase, as older versions wrote.
     */
    public static List<Sample> read(Path folder) throws IOException {
        var path = folder.resolve(NAME);
        if (!Files.exists(path)) {
            return List.of();
        }
        var samples = new ArrayList<Sample>();
        var lines = Files.readAllLines(path, StandardCharsets.UTF_8);
        var names =
                lines.isEmpty() ? List.<String>of() : List.of(lines.getFirst().split(","));
        for (var line : lines.subList(Math.min(1, lines.size()), lines.size())) {
            var cells = line.split(",", -1);
            if (cells.length != names.size()) {
                break;
            }
            var values = new HashMap<String, String>();
            for (int i = 0; i < cells.length; i++) {
                values.put(names.get(i), cells[i]);
            }
            if (values.getOrDefault("phase", "").isEmpty()) {
                break;
            }
            samples.add(sample(values));
        }
        return List.copyOf(samples);
    }

    private static Sample sample(Map<String, String> values) {
        var types = COLUMNS.stream().map(RecordComponent::getType).toArray(Class<?>[]::new);
        var arguments = COLUMNS.stream()
                .map(column -> parsed(values.getOrDefault(column.getName(), ""), column.getType()))
                .toArray();
        try {
            return Sample.class.getDeclaredConstructor(types).newInstance(arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object parsed(String text, Class<?> type) {
        if (type == long.class) {
            return Long.parseLong(text);
        }
        if (text.isEmpty()) {
            return null;
        }
        if (type == Sample.Phase.class) {
            return Arrays.stream(Sample.Phase.values())
                    .filter(phase -> text(phase).equals(text))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("no phase '" + text + "'"));
        }
        return type == Double.class ? (Object) Double.valueOf(text) : Long.valueOf(text);
    }

    private static Object value(Sample sample, RecordComponent column) {
        try {
            return column.getAccessor().invoke(sample);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(Object value) {
        return switch (value) {
            case null -> "";
            case Sample.Phase phase -> phase.name().toLowerCase(Locale.ROOT).replace('_', '-');
            case Double number -> String.format(Locale.ROOT, "%.2f", number);
            default -> value.toString();
        };
    }
}
