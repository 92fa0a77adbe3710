package threadwall.lessons;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.record.RecordLine;
import threadwall.record.TaskRecord;

class TaskMemoryLessonTest {

    private static final Path PUBLISHED = LessonPageTest.HOME.resolve("docs/data/20261127-lesson-7");

    /** The published records with another kernel's share for the programs with many tasks. */
    private static Records withSlab(long bytes) throws Exception {
        var lines = Records.in(PUBLISHED).lines().stream()
                .map(line -> line instanceof TaskRecord run && run.plan().tasks() > 1 ? withSlab(run, bytes) : line)
                .map(RecordLine.class::cast)
                .toList();
        return new Records(PUBLISHED, List.copyOf(lines));
    }

    private static TaskRecord withSlab(TaskRecord run, long bytes) {
        var memory = run.memory();
        var other = new TaskRecord.Memory(memory.peakRssBytes(), memory.pssBytes(), 0L, 0L, bytes, memory.atRest());
        return new TaskRecord(
                run.schema(), run.at(), run.plan(), run.result(), run.times(), run.said(), other, run.curve());
    }

    @Test
    void aKernelShareBelowZeroIsNone() throws Exception {
        var lesson = new TaskMemoryLesson();
        assertThat(lesson.run(withSlab(-50_000_000))).isEqualTo(lesson.run(withSlab(0)));
        assertThat(lesson.run(withSlab(50_000_000))).isNotEqualTo(lesson.run(withSlab(0)));
    }
}
