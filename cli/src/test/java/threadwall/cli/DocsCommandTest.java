package threadwall.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Pages and their sources: the commands themselves, and published records. */
class DocsCommandTest {

    private static final Path HOME =
            Path.of(System.getProperty("threadwall.home")).toAbsolutePath().normalize();

    private static final Path PAGE = Path.of("docs/page.md");

    private static final String RECORD = "docs/data/20261122-sweep";

    @TempDir
    private Path temporary;

    @Test
    void thePagesOfTheProjectAreWhatTheirSourcesGive() throws IOException {
        assertThat(DocsCommand.stale(HOME).keySet().stream()
                        .map(page -> page
                                + " differs from the commands or records that it is generated from; write it again:"
                                + " ./threadwall docs")
                        .collect(Collectors.joining("\n")))
                .isEmpty();
    }

    @Test
    void thePageOfCommandsHasEachCommandOnceAndNoHiddenOne() {
        var page = CommandsPage.text(Threadwall.commandLine());
        assertThat(page)
                .containsOnlyOnce("## `./threadwall`\n")
                .containsOnlyOnce("## `./threadwall sweep`\n\n```text\nUsage: ./threadwall sweep [OPTION...]\n")
                .containsOnlyOnce("## `./threadwall bench speed`\n")
                .doesNotContain("abuse", "./threadwall docs`");
        assertThat(page.lines().filter(line -> line.endsWith(" "))).isEmpty();
    }

    @Test
    void writesATableOfTheRowsAndColumnsThatAreAskedFor() throws IOException {
        var page = """
                before
                <!-- table: %s | rows: connections = 5,000 or 10,000; server = kilim | columns: connections, server, p99 ms -->
                | old |
                <!-- end of table -->
                after
                """.formatted(RECORD);
        var updated = update(HOME, PAGE, page);
        assertThat(updated).isEqualTo(page.replace("| old |\n", """

                | connections | server | p99 ms |
                | --: | --- | --: |
                | 5,000 | kilim | 585 |
                | 10,000 | kilim | 801 |

                """));
        assertThat(update(HOME, PAGE, updated)).as("written twice").isEqualTo(updated);
    }

    @Test
    void writesAFigureIntoASentence() throws IOException {
        var directive =
                "<!-- figure: %s | rows: server = kilim; connections = 10,000 | columns: p99 ms -->".formatted(RECORD);
        assertThat(update(HOME, PAGE, "of " + directive + "1<!-- end --> ms"))
                .isEqualTo("of " + directive + "801<!-- end --> ms");
    }

    @Test
    void rowsStandInTheOrderInWhichTheyAreNamed() throws IOException {
        var page = """
                <!-- table: %s | rows: server = kilim or spring-virtual; connections = 40,000 or 5,000 | columns: server, threads -->
                <!-- end of table -->
                """.formatted(RECORD);
        assertThat(update(HOME, PAGE, page).lines().filter(line -> line.startsWith("| ")))
                .containsExactly(
                        "| server | threads |",
                        "| --- | --: |",
                        "| kilim | 66 |",
                        "| kilim | 22 |",
                        "| spring-virtual | 93 |",
                        "| spring-virtual | 30 |");
    }

    @Test
    void aFigureThatChangesInARecordMakesItsPageStale() throws IOException {
        var record = temporary.resolve(RECORD + "/run.jsonl");
        Files.createDirectories(record.getParent());
        Files.copy(HOME.resolve(RECORD + "/run.jsonl"), record);
        Files.createDirectories(temporary.resolve("docs/reference"));
        Files.writeString(temporary.resolve(DocsCommand.COMMANDS), CommandsPage.text(Threadwall.commandLine()));
        Files.writeString(temporary.resolve("README.md"), "no table\n");
        var page = "<!-- table: %s | columns: server, threads -->\n<!-- end of table -->\n".formatted(RECORD);
        Files.writeString(temporary.resolve(PAGE), update(temporary, PAGE, page));
        assertThat(DocsCommand.stale(temporary)).isEmpty();

        Files.writeString(record, Files.readString(record).replace("\"threadsPeak\":12975", "\"threadsPeak\":12976"));
        assertThat(DocsCommand.stale(temporary)).containsOnlyKeys(PAGE);
        assertThat(DocsCommand.stale(temporary).get(PAGE)).contains("| 12,976 |");

        Files.writeString(record, "{\"kind\":\"step\"", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> DocsCommand.stale(temporary)).hasMessageContaining("cannot be read in full");
    }

    @Test
    void saysWhichPageAsksForWhatIsNotThere() {
        assertThatThrownBy(() -> table("columns: speed"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("docs/page.md")
                .hasMessageContaining("no column 'speed'; columns: server, connections, ");
        assertThatThrownBy(() -> table("rows: server = kilim or nginx"))
                .hasMessageContaining("no row with server = nginx; values of that column: spring-blocking, ");
        assertThatThrownBy(() -> table("under: Nothing")).hasMessageContaining("has no table under that heading");
        assertThatThrownBy(() -> table("row: server = kilim"))
                .hasMessageContaining("has the unknown part 'row'; known parts: under, rows, columns");
        assertThatThrownBy(() -> table("rows: server = kilim; server = nginx"))
                .hasMessageContaining("has 'server' twice");
        assertThatThrownBy(() -> table("rows: server is kilim")).hasMessageContaining("is not 'COLUMN = VALUE'");
        for (var broken : new String[] {
            "<!-- table: %s -->\nprose\n<!-- table: %s -->\n<!-- end of table -->".formatted(RECORD, RECORD),
            "<!-- figure: %s | columns: p99 ms -->801\n<!-- end -->".formatted(RECORD),
            "<!-- table of %s -->\n<!-- end of table -->".formatted(RECORD)
        }) {
            assertThatThrownBy(() -> update(HOME, PAGE, broken)).hasMessageContaining("add the missing start or end");
        }
        assertThatThrownBy(() ->
                        update(HOME, PAGE, "<!-- figure: %s | columns: p99 ms -->1<!-- end -->".formatted(RECORD)))
                .hasMessageContaining("it must select exactly one cell");
    }

    private static String update(Path home, Path page, String text) throws IOException {
        return RecordTables.update(new PublishedRecords(home), page, text);
    }

    private static void table(String selection) throws IOException {
        update(HOME, PAGE, "<!-- table: %s | %s -->\n<!-- end of table -->".formatted(RECORD, selection));
    }

    /** {@code ./threadwall} refuses unknown options before there is a CLI, and has a list of those that no help names. */
    @Test
    void optionsThatNoHelpNamesAreKnownToTheEntryScript() throws IOException {
        var page = CommandsPage.text(Threadwall.commandLine());
        var unnamed = allCommands(Threadwall.commandLine())
                .filter(command -> !command.getCommandSpec().usageMessage().hidden())
                .flatMap(command -> command.getCommandSpec().options().stream())
                .flatMap(option -> Stream.of(option.names()))
                .filter(name -> !Pattern.compile("[ ,\\[]" + name + "\\b(?![-.])")
                        .matcher(page)
                        .find())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(Files.readString(HOME.resolve("ops/setup/help.sh")))
                .contains("tw_former_options='" + String.join(" ", unnamed) + "'");
    }

    private static Stream<CommandLine> allCommands(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(DocsCommandTest::allCommands));
    }

    @Test
    void writesThePagesThatDifferAndNamesThem() throws IOException {
        Files.createDirectories(temporary.resolve("docs/reference"));
        Files.writeString(temporary.resolve("README.md"), "nothing generated\n");
        var page = temporary.resolve(DocsCommand.COMMANDS);
        Files.writeString(page, CommandsPage.text(Threadwall.commandLine()).replace("--linger", "--loiter"));
        assertThat(docs()).isEqualTo("docs/reference/commands.md" + System.lineSeparator());
        assertThat(page).content().isEqualTo(CommandsPage.text(Threadwall.commandLine()));
        assertThat(docs()).isEmpty();
    }

    private String docs() {
        var out = new StringWriter();
        var before = System.setProperty("threadwall.home", temporary.toString());
        try {
            assertThat(Threadwall.commandLine().setOut(new PrintWriter(out)).execute("docs"))
                    .isZero();
            return out.toString();
        } finally {
            System.setProperty("threadwall.home", before);
        }
    }
}
