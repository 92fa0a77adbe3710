package threadwall.lessons;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import threadwall.record.RunRecord.Machine;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A learner's guesses and measurements, to be collected by a teacher. It has neither names nor addresses.
 *
 * @param kind {@code lessons}, so that another file is not taken for one
 * @param machine kernel, CPU, cores, memory and JVM
 */
public record LessonExport(String kind, Machine machine, List<LessonState> lessons) {

    private static final String KIND = "lessons";

    private static final ObjectMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    /** @param machine that the lessons ran on */
    public static LessonExport of(Machine machine, LessonProgress progress) {
        return new LessonExport(
                KIND,
                new Machine(
                        machine.kernel(), machine.cpu(), machine.cores(), machine.memTotalBytes(), machine.jvm(), null),
                progress.all().stream().map(LessonExport::withoutPath).toList());
    }

    /** The name of a limit may end with the path of a cgroup, which may have a user's name. */
    private static LessonState withoutPath(LessonState state) {
        return state.answer() == null
                ? state
                : state.answered(state.answer().replaceFirst(" of /.*", ""), Boolean.TRUE.equals(state.right()));
    }

    /** @throws IOException when the file cannot be read, or is no export */
    public static LessonExport read(Path file) throws IOException {
        try {
            var export = JSON.readValue(Files.readString(file), LessonExport.class);
            if (export == null
                    || !KIND.equals(export.kind)
                    || export.lessons == null
                    || export.lessons.stream().anyMatch(state -> state == null || state.phase() == null)) {
                throw new IOException(notOne(file));
            }
            return export;
        } catch (JacksonException | CharacterCodingException e) {
            throw new IOException(notOne(file));
        }
    }

    private static String notOne(Path file) {
        return "%s is no file that ./threadwall lesson --export wrote".formatted(file);
    }

    /** As a file, which {@link #read} reads. */
    public String json() {
        return JSON.writeValueAsString(this) + "\n";
    }
}
