package threadwall.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
        name = "docs",
        hidden = true,
        customSynopsis = {"./threadwall docs [--check]"},
        description = {
            "Writes what is generated in README.md and docs/: the page of commands and options, and the tables and",
            "figures of published records. For those who change threadwall.",
            ""
        },
        footer = {"", "Exit codes: 0 written, or nothing to write; 1 a page differs (--check)."})
final class DocsCommand extends AbstractCommand {

    static final Path COMMANDS = Path.of("docs/reference/commands.md");

    @Option(names = "--check", description = "Write nothing; name the pages that differ from their sources.")
    private boolean check;

    @Override
    public Integer call() throws IOException {
        var home = Threadwall.home();
        var stale = stale(home);
        for (var page : stale.entrySet()) {
            if (check) {
                err().println("threadwall: " + differs(page.getKey()));
            } else {
                Files.writeString(home.resolve(page.getKey()), page.getValue());
                out().println(page.getKey());
            }
        }
        return check && !stale.isEmpty() ? Threadwall.FAILED : 0;
    }

    /** What to tell about a page that is not what its sources give. */
    static String differs(Path page) {
        return page
                + " differs from the commands or records that it is generated from; write it again: ./threadwall docs";
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
