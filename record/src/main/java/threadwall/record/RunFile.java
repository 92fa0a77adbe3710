package threadwall.record;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code run.jsonl} in a run's folder. A line is on disk when {@link #append} returns, so a killed run keeps every
 * finished step. {@link #read} skips a truncated line (power loss) and reports it in {@link Content#skipped()}.
 */
public final class RunFile {

    public static final String NAME = "run.jsonl";

    private static final ObjectMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private final Path path;

    private RunFile(Path path) {
        this.path = path;
    }

    public static RunFile in(Path folder) {
        return new RunFile(folder.resolve(NAME));
    }

    public Path path() {
        return path;
    }

    public boolean exists() {
        return Files.exists(path);
    }

    /**
     * Appends one line and syncs it. If the last line is truncated, a line end is written first.
     *
     * @throws IOException when the file cannot be written, for example on a full disk; the message names the file
     */
    public void append(RecordLine line) throws IOException {
        try {
            write(line);
        } catch (IOException e) {
            throw new IOException("cannot write %s: %s".formatted(path, e.getMessage()), e);
        }
    }

    private void write(RecordLine line) throws IOException {
        try (var channel =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            var start = endsInsideLine(channel) ? "\n" : "";
            var bytes = ByteBuffer.wrap((start + json(line) + "\n").getBytes(StandardCharsets.UTF_8));
            channel.position(channel.size());
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
    }

    /** The JSON text of one line, without a line end. */
    public static String json(RecordLine line) {
        return JSON.writeValueAsString(line);
    }

    /**
     * Reads the whole file.
     *
     * @throws IOException when the file cannot be read, or a newer threadwall wrote it (the message has its schema)
     */
    public Content read() throws IOException {
        // a line may be truncated inside a character; Files.readAllLines would then reject the whole file
        var texts = new String(Files.readAllBytes(path), StandardCharsets.UTF_8)
                .lines()
                .toList();
        var lines = new ArrayList<RecordLine>();
        var skipped = new ArrayList<String>();
        int number = 0;
        for (var text : texts) {
            number++;
            if (text.isBlank()) {
                continue;
            }
            try {
                var tree = JSON.readTree(text);
                if (!tree.isObject()) {
                    skipped.add("line %d of %s is not a whole record (no object)".formatted(number, path));
                    continue;
                }
                int schema = tree.path("schema").asInt(0);
                if (schema > RecordLine.SCHEMA) {
                    throw new IOException("%s line %d has schema %d; this threadwall reads up to %d: use a newer one"
                            .formatted(path, number, schema, RecordLine.SCHEMA));
                }
                LegacyRecords.upgrade((ObjectNode) tree);
                lines.add(JSON.treeToValue(tree, RecordLine.class));
            } catch (JacksonException e) {
                skipped.add("line %d of %s is not a whole record (%s)".formatted(number, path, firstLine(e)));
            } catch (IllegalArgumentException | ClassCastException e) {
                skipped.add("line %d of %s is not a record of its format (%s)".formatted(number, path, e.getMessage()));
            }
        }
        return new Content(List.copyOf(lines), List.copyOf(skipped));
    }

    private static String firstLine(JacksonException e) {
        return e.getOriginalMessage().lines().findFirst().orElse("unreadable");
    }

    private static boolean endsInsideLine(FileChannel channel) throws IOException {
        if (channel.size() == 0) {
            return false;
        }
        var last = ByteBuffer.allocate(1);
        channel.read(last, channel.size() - 1);
        return last.get(0) != '\n';
    }

    /**
     * The records of a run.
     *
     * @param skipped lines that could not be read, each with its reason
     */
    public record Content(List<RecordLine> lines, List<String> skipped) {

        /** The first start of the run, even if it was resumed later. */
        public Optional<RunRecord> run() {
            return of(RunRecord.class).findFirst();
        }

        /** In order. Of a step that was repeated, only the last record. */
        public List<StepRecord> steps() {
            var steps = new ArrayList<StepRecord>();
            of(StepRecord.class).forEach(step -> {
                steps.removeIf(earlier -> earlier.isToBeRepeated()
                        && earlier.asked().number() == step.asked().number());
                steps.add(step);
            });
            return List.copyOf(steps);
        }

        /** The records of one kind, in order. */
        public <T extends RecordLine> Stream<T> of(Class<T> kind) {
            return lines.stream().filter(kind::isInstance).map(kind::cast);
        }
    }
}
