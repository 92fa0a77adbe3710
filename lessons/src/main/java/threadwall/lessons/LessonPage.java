package threadwall.lessons;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.commonmark.node.BulletList;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * A page of {@code docs/lessons}, as the program reads it. Above its first section it has a list of facts, such as
 * {@code - **Time:** 2 minutes}.
 */
public final class LessonPage {

    /** Below the project's root. */
    public static final Path FOLDER = Path.of("docs", "lessons");

    private static final Pattern FOLDER_NAME = Pattern.compile("(\\d\\d)-.+");
    private static final Pattern FACT = Pattern.compile("(\\w+): (.+)");
    private static final Pattern RECORD = Pattern.compile("docs/data/[\\w-]+");

    private static final Parser PARSER = Parser.builder().build();

    /** The parts of a lesson, in their order. */
    public enum Section {
        QUESTION("The question"),
        GUESS("Your guess"),
        RUN("Run"),
        LOOK("Look"),
        WHY("Why"),
        CHANGE("Change it"),
        CHANGED("What the change shows"),
        CHECK("Check"),
        HINTS("Hints");

        private final String heading;

        Section(String heading) {
            this.heading = heading;
        }

        /** The heading of level two that it has on the page. */
        public String heading() {
            return heading;
        }

        static Optional<Section> of(String heading) {
            return Arrays.stream(values())
                    .filter(section -> section.heading.equals(heading))
                    .findFirst();
        }
    }

    private final int number;
    private final Path path;
    private final String title;
    private final Map<String, String> facts;
    private final Map<Section, List<Node>> sections;

    private LessonPage(
            int number, Path path, String title, Map<String, String> facts, Map<Section, List<Node>> sections) {
        this.number = number;
        this.path = path;
        this.title = title;
        this.facts = facts;
        this.sections = sections;
    }

    /**
     * All pages, by number.
     *
     * @param home the project's root
     * @throws IOException also when a page lacks a part, or has one that is not known
     */
    public static List<LessonPage> readAll(Path home) throws IOException {
        var pages = new ArrayList<LessonPage>();
        try (Stream<Path> folders = Files.list(home.resolve(FOLDER))) {
            for (var folder : folders.sorted().toList()) {
                var name = FOLDER_NAME.matcher(folder.getFileName().toString());
                if (name.matches()) {
                    var page = FOLDER.resolve(folder.getFileName()).resolve("README.md");
                    pages.add(read(home, page, Integer.parseInt(name.group(1))));
                }
            }
        }
        return List.copyOf(pages);
    }

    private static LessonPage read(Path home, Path path, int number) throws IOException {
        return of(number, path, Files.readString(home.resolve(path)));
    }

    /**
     * @param path of the page, for messages
     * @param markdown its text
     */
    static LessonPage of(int number, Path path, String markdown) throws IOException {
        String title = null;
        var facts = new LinkedHashMap<String, String>();
        var sections = new EnumMap<Section, List<Node>>(Section.class);
        List<Node> current = null;
        for (var node = PARSER.parse(markdown).getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading heading && heading.getLevel() == 1) {
                title = PlainText.ofInline(heading, path.getParent());
            } else if (node instanceof Heading heading && heading.getLevel() == 2) {
                var text = PlainText.ofInline(heading, path.getParent());
                var section = Section.of(text)
                        .orElseThrow(() -> new IOException("%s has the unknown section '%s'".formatted(path, text)));
                current = sections.computeIfAbsent(section, any -> new ArrayList<>());
            } else if (current != null) {
                current.add(node);
            } else if (node instanceof BulletList list) {
                readFacts(list, path.getParent(), facts);
            }
        }
        for (var section : Section.values()) {
            if (!sections.containsKey(section)) {
                throw new IOException("%s has no section '%s'".formatted(path, section.heading));
            }
        }
        if (title == null || !title.startsWith(number + ". ")) {
            throw new IOException("%s has no title that begins with '%d. '".formatted(path, number));
        }
        return new LessonPage(number, path, title.substring(title.indexOf(' ') + 1), facts, sections);
    }

    private static void readFacts(BulletList list, Path folder, Map<String, String> facts) {
        for (var item = list.getFirstChild(); item != null; item = item.getNext()) {
            var fact = FACT.matcher(PlainText.ofInline(item.getFirstChild(), folder));
            if (fact.matches()) {
                facts.put(fact.group(1), fact.group(2));
            }
        }
    }

    /** From 1. */
    public int number() {
        return number;
    }

    /** Below the project's root. */
    public Path path() {
        return path;
    }

    /** Without the number. */
    public String title() {
        return title;
    }

    /**
     * A fact of the list above the first section, {@code Time} or {@code Corrects}.
     *
     * @throws IllegalStateException when the page lacks it
     */
    public String fact(String name) {
        var text = facts.get(name);
        if (text == null) {
            throw new IllegalStateException("%s has no fact '%s'".formatted(path, name));
        }
        return text;
    }

    /** The folder of the published record, below the project's root. */
    public Path publishedRecord() {
        var record = RECORD.matcher(fact("Record"));
        if (!record.find()) {
            throw new IllegalStateException("the fact 'Record' of %s names no folder of docs/data".formatted(path));
        }
        return Path.of(record.group());
    }

    /** A section as plain text, without its commands. */
    public String text(Section section, int columns) {
        return PlainText.of(
                sections.get(section).stream().filter(node -> !isCommands(node)).toList(), path.getParent(), columns);
    }

    /**
     * A section as HTML, without its commands.
     *
     * @param root from the folder that the HTML is in to the project's root; links lead there
     */
    String html(Section section, String root) {
        var folder = root + "/" + path.getParent() + "/";
        var renderer = HtmlRenderer.builder()
                .attributeProviderFactory(context -> (node, tag, attributes) -> attributes.computeIfPresent(
                        "href", (name, target) -> target.contains(":") ? target : folder + target))
                .build();
        var html = new StringBuilder();
        sections.get(section).stream()
                .filter(node -> !isCommands(node))
                .forEach(node -> html.append(renderer.render(node)));
        return html.toString();
    }

    /** The lines of a section's shell code, each a command. */
    public List<String> commands(Section section) {
        return sections.get(section).stream()
                .filter(LessonPage::isCommands)
                .flatMap(node -> ((FencedCodeBlock) node)
                        .getLiteral()
                        .replace("\\\n", "")
                        .lines())
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
    }

    /** The items of the section of hints, the least telling one first. */
    public List<String> hints() {
        return sections.get(Section.HINTS).stream()
                .filter(OrderedList.class::isInstance)
                .flatMap(list -> items(list, path.getParent()).stream())
                .toList();
    }

    private static List<String> items(Node list, Path folder) {
        var items = new ArrayList<String>();
        for (var item = list.getFirstChild(); item != null; item = item.getNext()) {
            items.add(PlainText.ofInline(item.getFirstChild(), folder));
        }
        return items;
    }

    private static boolean isCommands(Node node) {
        return node instanceof FencedCodeBlock code && "sh".equals(code.getInfo());
    }
}
