package threadwall.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

@Command(
        name = "docs",
        hidden = true,
        customSynopsis = {"./threadwall docs"},
        description = {
            "Regenerates the page of commands and options, and the tables and figures of published records in",
            "README.md and docs/. For those who change threadwall.",
            ""
        },
        footer = {"", "Prints the pages that it wrote. A test fails when a page and its source differ."})
final class DocsCommand extends AbstractCommand {

    static final Path COMMANDS = Path.of("docs/reference/commands.md");

    @Override
    public Integer call() throws IOException {
        var home = Threadwall.home();
        for (var page : stale(home).entrySet()) {
            Files.writeString(home.resolve(page.getKey()), page.getValue());
            out().println(page.getKey());
        }
        return 0;
    }

    /**
     * The pages that differ from their sources, with what they should be.
     *
     * @throws IOException when a page names a table or a figure that its record does not have
     */
    static Map<Path, String> stale(Path home) throws IOException {
        var stale = new TreeMap<Path, String>();
        var commands = CommandsPage.text(Threadwall.commandLine());
        if (!Files.exists(home.resolve(COMMANDS))
                || !Files.readString(home.resolve(COMMANDS)).equals(commands)) {
            stale.put(COMMANDS, commands);
        }
        try (var files = Stream.concat(Stream.of(home.resolve("README.md")), Files.walk(home.resolve("docs")))) {
            for (var file :
                    files.filter(path -> path.toString().endsWith(".md")).toList()) {
                var page = home.relativize(file);
                var now = Files.readString(file);
                var generated = page.equals(COMMANDS) ? now : RecordTables.update(home, page, now);
                if (!generated.equals(now)) {
                    stale.put(page, generated);
                }
            }
        }
        return stale;
    }
}
