package threadwall.lessons;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import threadwall.lessons.LessonPage.Section;

class LessonPageTest {

    static final Path HOME = Path.of("..");

    private static Stream<LessonPage> pages() throws IOException {
        return LessonPage.readAll(HOME).stream();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyPageCanBeShownInANarrowTerminal(LessonPage page) {
        for (var section : Section.values()) {
            if (section != Section.LOOK) {
                assertThat(page.text(section, 80).isBlank()
                                && page.commands(section).isEmpty())
                        .as("'%s' is empty", section.heading())
                        .isFalse();
                assertThat(page.text(section, 40).lines())
                        .allMatch(line -> line.length() <= 40 || isOneWord(line), "at most 40 columns");
            }
        }
    }

    private static boolean isOneWord(String line) {
        return !line.replaceFirst("^ *(- |\\d+\\. )?", "").contains(" ");
    }

    @ParameterizedTest
    @MethodSource("pages")
    void theReasonFitsAScreen(LessonPage page) {
        assertThat(page.text(Section.WHY, 80).lines().count()).isLessThanOrEqualTo(15);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void theReasonLinksToCodeOrDocumentation(LessonPage page) {
        assertThat(page.html(Section.WHY, "..")).contains("<a href=");
    }

    @ParameterizedTest
    @MethodSource("pages")
    void commandsWriteToTheLessonsOwnFolder(LessonPage page) {
        assertThat(page.commands(Section.RUN))
                .isNotEmpty()
                .anyMatch(command -> command.contains("results/lesson-%d/run".formatted(page.number())));
        assertThat(page.commands(Section.CHANGE))
                .isNotEmpty()
                .anyMatch(command -> command.contains("results/lesson-%d/change".formatted(page.number())));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void hasFactsHintsAndAPublishedRecord(LessonPage page) {
        assertThat(page.fact("Time")).matches("(half a|\\d+) minutes?");
        assertThat(page.fact("Corrects")).startsWith("\"").endsWith("\"");
        assertThat(page.hints()).hasSizeGreaterThanOrEqualTo(2);
        assertThat(HOME.resolve(page.publishedRecord())).isDirectory();
    }

    @Test
    void aPageShowsWhatItsPublishedRecordHas() throws IOException {
        for (var page : LookText.pages(HOME).entrySet()) {
            assertThat(Files.readString(HOME.resolve(page.getKey())))
                    .as("%s is generated from its record; write it again: ./threadwall docs", page.getKey())
                    .isEqualTo(page.getValue());
        }
    }

    /** A learner who copies a command from another page must not get one that has changed since. */
    @Test
    void theOverviewHasEveryLessonWithItsTime() throws IOException {
        var overview = Files.readString(HOME.resolve(LessonPage.FOLDER).resolve("README.md"));
        pages().forEach(page -> assertThat(overview)
                .contains("| [%d. %s](%s/README.md) | %s |"
                        .formatted(
                                page.number(),
                                page.title(),
                                page.path().getParent().getFileName(),
                                page.fact("Time"))));
    }

    @Test
    void aPageThatLacksAPartIsNamed() {
        var whole = Stream.of(Section.values())
                .map(section -> "## %s\n\ntext\n".formatted(section.heading()))
                .collect(Collectors.joining("\n", "# 3. Title\n\n- **Time:** 1 minute\n\n", ""));
        var path = Path.of("docs/lessons/01-title/README.md");
        assertThatThrownBy(() -> LessonPage.of(3, path, whole.replace("## Why", "## Because")))
                .hasMessage(path + " has the unknown section 'Because'");
        assertThatThrownBy(() -> LessonPage.of(3, path, whole.replace("## Why\n", "")))
                .hasMessage(path + " has no section 'Why'");
        assertThatThrownBy(() -> LessonPage.of(4, path, whole))
                .hasMessage(path + " has no title that begins with '4. '");
    }

    @Test
    void readsFactsCommandsAndHints() throws IOException {
        var page = LessonPage.of(1, Path.of("docs/lessons/01-title/README.md"), """
                # 1. A `title`

                - **Time:** 1 minute
                - **Record:** [docs/data/x-1](../../data/x-1/run.jsonl)

                ## The question

                Two
                lines, and a [link](../../reference/limits.md).

                ## Your guess

                text

                ## Run

                ```sh
                one \\
                    two

                three
                ```

                ## Look
                ## Why

                - an item
                  of two lines

                ## Change it
                ## What the change shows
                ## Check
                ## Hints

                1. first
                2. second
                """);
        assertThat(page.title()).isEqualTo("A title");
        assertThat(page.fact("Time")).isEqualTo("1 minute");
        assertThat(page.publishedRecord()).isEqualTo(Path.of("docs/data/x-1"));
        assertThat(page.commands(Section.RUN)).containsExactly("one     two", "three");
        assertThat(page.text(Section.QUESTION, 80)).isEqualTo("Two lines, and a link (docs/reference/limits.md).");
        assertThat(page.text(Section.WHY, 10)).isEqualTo("- an item\n  of two\n  lines");
        assertThat(page.hints()).containsExactly("first", "second");
    }
}
