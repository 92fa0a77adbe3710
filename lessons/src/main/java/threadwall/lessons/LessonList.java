package threadwall.lessons;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import threadwall.limits.ConnectionLimits;
import threadwall.limits.Diagnosis;
import threadwall.limits.SystemSnapshot;
import threadwall.limits.ThreadCosts;
import threadwall.limits.ThreadLimits;

/** The list of all lessons: title, time, what is done, and which this machine does not allow. */
public final class LessonList {

    /** Open files of a server beside its sockets, as doctor counts them. */
    private static final long DESCRIPTORS_OF_A_SERVER = 100;

    private LessonList() {}

    /** @param home the project's root */
    public static void print(Path home, LessonProgress progress, LessonConsole console) throws IOException {
        var snapshot = SystemSnapshot.read();
        for (var lesson : Lessons.all(home)) {
            var page = lesson.page();
            console.line("%2d. %-40s %-14s %s"
                    .formatted(page.number(), page.title(), page.fact("Time"), status(progress.of(page.number())))
                    .stripTrailing());
            obstacle(lesson.lesson(), snapshot)
                    .ifPresent(reason -> console.line(PlainText.wrapped(
                            "    ",
                            "cannot run here: %s; look at a published record with --published".formatted(reason),
                            console.columns())));
        }
        Lessons.all(home).stream()
                .map(lesson -> lesson.page().number())
                .filter(number -> !progress.of(number).isDone())
                .findFirst()
                .ifPresent(number -> console.line("\nNext: ./threadwall lesson " + number));
    }

    private static String status(LessonState state) {
        return switch (state.phase()) {
            case DONE -> "done";
            case GUESS -> "";
            default -> "begun";
        };
    }

    /** Why this machine does not allow a lesson; empty if it does. */
    static Optional<String> obstacle(Lesson lesson, SystemSnapshot snapshot) {
        var costs = ThreadCosts.estimate(snapshot.kernel().transparentHugePages());
        var threads = ThreadLimits.diagnose(snapshot, costs, OptionalLong.of(lesson.threads()));
        return obstacle(threads, "threads")
                .or(() -> obstacle(
                        ConnectionLimits.diagnose(
                                snapshot, DESCRIPTORS_OF_A_SERVER, OptionalLong.of(lesson.connections())),
                        "connections"));
    }

    private static Optional<String> obstacle(Diagnosis diagnosis, String subject) {
        return diagnosis.fits()
                ? Optional.empty()
                : diagnosis
                        .binding()
                        .map(limit -> "%s allows %,d %s, and it needs %,d"
                                .formatted(
                                        limit.name(),
                                        limit.allows().orElse(0),
                                        subject,
                                        diagnosis.requested().orElse(0)));
    }
}
