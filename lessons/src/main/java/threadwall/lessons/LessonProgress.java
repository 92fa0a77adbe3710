package threadwall.lessons;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.TreeMap;
import threadwall.process.PreconditionException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The states of all lessons, in {@code .threadwall/lessons.json}. Each change is on disk when the method returns. */
public final class LessonProgress {

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final Path home;
    private final Path file;
    private final TreeMap<Integer, LessonState> states = new TreeMap<>();

    private LessonProgress(Path home) {
        this.home = home;
        this.file = home.resolve(".threadwall").resolve("lessons.json");
    }

    private record Content(List<LessonState> lessons) {}

    /**
     * @param home the project's root
     * @throws IOException when the file cannot be read, or is none of ours
     */
    public static LessonProgress read(Path home) throws IOException {
        var progress = new LessonProgress(home);
        progress.readFile();
        return progress;
    }

    private void readFile() throws IOException {
        if (!Files.exists(file)) {
            return;
        }
        try {
            JSON.readValue(Files.readString(file), Content.class)
                    .lessons()
                    .forEach(state -> states.put(state.lesson(), state));
        } catch (JacksonException | NullPointerException e) {
            throw new IOException(
                    "%s is not a file of lessons; ./threadwall lesson --reset deletes it".formatted(file));
        }
    }

    /** Forgets all lessons. */
    public static void reset(Path home) throws IOException {
        Files.deleteIfExists(home.resolve(".threadwall").resolve("lessons.json"));
    }

    /** The state of a lesson; that of a learner who has not begun it, if there is none. */
    public LessonState of(int lesson) {
        return states.getOrDefault(lesson, LessonState.begin(lesson));
    }

    /** All lessons that were begun, by number. */
    public List<LessonState> all() {
        return List.copyOf(states.values());
    }

    /** @throws PreconditionException (environment) where a lesson could not keep what it measures */
    void requireWritable() throws PreconditionException {
        for (var folder : List.of(".threadwall", "results")) {
            var path = home.resolve(folder);
            var existing = Files.exists(path) ? path : home;
            if (!Files.isDirectory(existing) || !Files.isWritable(existing)) {
                throw PreconditionException.environment(
                        "a lesson writes to %s, where you may not write; take a clone of your own, or read the lessons as"
                                + " pages: docs/lessons/README.md",
                        path);
            }
        }
    }

    void put(LessonState state) throws IOException {
        readFile(); // another lesson may have gone on in another terminal
        states.put(state.lesson(), state);
        Files.createDirectories(file.getParent());
        var written = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(written, JSON.writeValueAsString(new Content(all())) + "\n");
        Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
