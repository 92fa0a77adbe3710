package threadwall.lessons;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** All lessons: the pages of {@code docs/lessons}, each with the class that reads its records. */
public final class Lessons {

    /** In the order of their pages. */
    private static final List<Lesson> READERS = List.of(
            new FirstLimitLesson(),
            new ProbeLesson(),
            new FolkloreLesson(),
            new LittlesLawLesson(),
            new IdleThreadsLesson(),
            new FrameworkLesson(),
            new TaskMemoryLesson(),
            new ComputingTasksLesson(),
            new ConnectionPoolLesson(),
            new OverloadLesson(),
            new OwnServerLesson());

    private Lessons() {}

    /** A lesson with its page. */
    record Numbered(LessonPage page, Lesson lesson) {}

    /**
     * @param home the project's root
     * @throws IOException when a page is missing, or cannot be read
     */
    static List<Numbered> all(Path home) throws IOException {
        var pages = LessonPage.readAll(home);
        var numbers = pages.stream().map(LessonPage::number).toList();
        var expected = IntStream.rangeClosed(1, READERS.size()).boxed().toList();
        if (!numbers.equals(expected)) {
            throw new IOException(
                    "%s has the lessons %s; expected are %s".formatted(LessonPage.FOLDER, numbers, expected));
        }
        return pages.stream()
                .map(page -> new Numbered(page, READERS.get(page.number() - 1)))
                .toList();
    }
}
