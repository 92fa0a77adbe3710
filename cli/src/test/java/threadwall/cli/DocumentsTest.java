package threadwall.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import threadwall.record.RecordLine;

/** Form of README and docs/: lines, links, sentences. */
class DocumentsTest {

    private static final Path HOME =
            Path.of(System.getProperty("threadwall.home")).toAbsolutePath().normalize();

    private static final int COLUMNS = 120;

    /** Mean words of a sentence in README and in the guides. */
    private static final double MEAN_WORDS = 18;

    private static final int LINES_OF_README = 150;

    private static final Pattern LINK = Pattern.compile("(?<!`)\\[[^]\\n]*]\\(([^)\\s]+)\\)");
    private static final Pattern COMMENT = Pattern.compile("<!--.*?-->");
    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?])\\s+");

    /** A document without its fenced code and its comments. */
    private record Document(Path path, List<String> lines) {

        static Document read(Path path) {
            try {
                var kept = new ArrayList<String>();
                boolean code = false;
                for (var line : Files.readAllLines(path)) {
                    boolean fence = line.strip().startsWith("```");
                    kept.add(code || fence ? "" : COMMENT.matcher(line).replaceAll(""));
                    code ^= fence;
                }
                return new Document(path, kept);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** As GitHub makes them of headings. */
        Set<String> anchors() {
            var anchors = new HashSet<String>();
            for (var line : lines) {
                if (line.matches("#+ .*")) {
                    var text = line.replaceFirst("#+ ", "").replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1");
                    var anchor = text.toLowerCase(Locale.ROOT)
                            .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                            .replace(' ', '-');
                    anchors.add(anchors.contains(anchor) ? anchor + "-1" : anchor);
                }
            }
            return anchors;
        }

        /** Sentences of its paragraphs and lists, as numbers of words. */
        List<Integer> sentences() {
            var text = new StringBuilder();
            for (var line : lines) {
                boolean prose = !line.startsWith("#")
                        && !line.startsWith("|")
                        && !line.startsWith("![")
                        && !line.startsWith("[threadwall]");
                boolean item = line.strip().matches("([-*]|\\d+\\.) .*");
                if (!prose || line.isBlank() || item) {
                    text.append(". ");
                }
                if (prose) {
                    text.append(line.strip().replaceFirst("^([-*]|\\d+\\.) ", ""))
                            .append(' ');
                }
            }
            var plain =
                    text.toString().replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1").replaceAll("`[^`]*`", "code");
            return SENTENCE_END
                    .splitAsStream(plain)
                    .map(sentence -> (int) Stream.of(sentence.split("\\s+"))
                            .filter(word -> word.matches(".*\\p{Alnum}.*"))
                            .count())
                    .filter(words -> words > 1)
                    .toList();
        }
    }

    private static List<Document> documents() throws IOException {
        try (var docs = Files.walk(HOME.resolve("docs"))) {
            return Stream.concat(
                            Stream.of("README.md", "CONTRIBUTING.md", "ops/vm/README.md")
                                    .map(HOME::resolve),
                            docs.filter(path -> path.toString().endsWith(".md")))
                    .sorted()
                    .map(Document::read)
                    .toList();
        }
    }

    @Test
    void theFormatOfTheRecordIsThePresentOne() throws IOException {
        assertThat(HOME.resolve("docs/reference/record.md"))
                .content()
                .contains("The present format is %d (".formatted(RecordLine.SCHEMA))
                .contains("\n| %d | ".formatted(RecordLine.SCHEMA));
    }

    @Test
    void noLineIsLongerThanATerminal() throws IOException {
        var longer = new ArrayList<String>();
        for (var document : documents()) {
            for (int i = 0; i < document.lines.size(); i++) {
                var line = document.lines.get(i);
                if (line.length() > COLUMNS && !line.startsWith("|")) {
                    longer.add("%s:%d".formatted(HOME.relativize(document.path), i + 1));
                }
            }
        }
        assertThat(longer).isEmpty();
    }

    @Test
    void everyLinkLeadsSomewhere() throws IOException {
        var broken = new ArrayList<String>();
        for (var document : documents()) {
            for (var line : document.lines) {
                var links = LINK.matcher(line);
                while (links.find()) {
                    var target = links.group(1);
                    if (!target.matches("(https?|mailto):.*") && !exists(document, target)) {
                        broken.add(HOME.relativize(document.path) + ": " + target);
                    }
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    private static boolean exists(Document from, String target) {
        var parts = target.split("#", 2);
        var path = parts[0].isEmpty()
                ? from.path
                : from.path.resolveSibling(parts[0]).normalize();
        return Files.exists(path)
                && (parts.length == 1 || Document.read(path).anchors().contains(parts[1]));
    }

    @Test
    void readmeIsForFiveMinutes() throws IOException {
        assertThat(Files.readAllLines(HOME.resolve("README.md"))).hasSizeLessThanOrEqualTo(LINES_OF_README);
    }

    @Test
    void sentencesOfReadmeAndGuidesAreShort() throws IOException {
        var guides = HOME.resolve("docs/guides");
        for (var document : documents()) {
            if (document.path.startsWith(guides) || document.path.equals(HOME.resolve("README.md"))) {
                assertThat(document.sentences().stream()
                                .mapToInt(words -> words)
                                .average()
                                .orElseThrow())
                        .as("mean words of a sentence in " + HOME.relativize(document.path))
                        .isLessThan(MEAN_WORDS);
            }
        }
    }

    /** One document for each purpose, and the index leads to every one; to a lesson by way of their own index. */
    @Test
    void theIndexHasEveryDocument() throws IOException {
        var index = HOME.resolve("docs/README.md");
        var linked = new HashSet<Path>();
        for (var page : List.of(index, HOME.resolve("docs/lessons/README.md"))) {
            for (var line : Document.read(page).lines) {
                var links = LINK.matcher(line);
                while (links.find()) {
                    linked.add(page.resolveSibling(links.group(1).split("#")[0]).normalize());
                }
            }
        }
        try (var docs = Files.walk(HOME.resolve("docs"))) {
            assertThat(docs.filter(path -> path.toString().endsWith(".md") && !path.equals(index)))
                    .isSubsetOf(linked);
        }
    }
}
