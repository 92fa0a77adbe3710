package threadwall.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import threadwall.lessons.LessonPage;
import threadwall.lessons.LookText;
import threadwall.report.claims.ClaimJudge;
import threadwall.report.claims.ClaimsFile;
import threadwall.report.claims.ClaimsPages;

@Command(
        name = "docs",
        hidden = true,
        customSynopsis = {"./threadwall docs"},
        description = {
            "Regenerates the page of commands and options, the pages of claims, and the tables, charts and figures",
            "of published records in README.md and docs/. For those who change threadwall.",
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
        var records = new PublishedRecords(home);
        var whole = whole(home, records);
        var lessons = Files.exists(home.resolve(LessonPage.FOLDER)) ? LookText.pages(home) : Map.<Path, String>of();
        for (var page : whole.entrySet()) {
            var file = home.resolve(page.getKey());
            if (!Files.exists(file) || !Files.readString(file).equals(page.getValue())) {
                stale.put(page.getKey(), page.getValue());
            }
        }
        try (var files = Stream.concat(Stream.of(home.resolve("README.md")), Files.walk(home.resolve("docs")))) {
            for (var file :
                    files.filter(path -> path.toString().endsWith(".md")).toList()) {
                var page = home.relativize(file);
                if (!whole.containsKey(page)) {
                    var now = Files.readString(file);
                    var generated = RecordTables.update(records, page, lessons.getOrDefault(page, now));
                    if (!generated.equals(now)) {
                        stale.put(page, generated);
                    }
                }
            }
        }
        return stale;
    }

    /** The pages of which all is generated. */
    private static Map<Path, String> whole(Path home, PublishedRecords records) throws IOException {
        var pages = new TreeMap<Path, String>();
        pages.put(COMMANDS, CommandsPage.text(Threadwall.commandLine()));
        if (Files.exists(home.resolve(ClaimsFile.PLACE))) {
            var file = ClaimsFile.read(home.resolve(ClaimsFile.PLACE));
            pages.putAll(ClaimsPages.of(file, ClaimJudge.judge(file, records::cell)));
        }
        return pages;
    }
}
