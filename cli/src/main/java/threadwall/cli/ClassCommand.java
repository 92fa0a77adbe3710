package threadwall.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import threadwall.lessons.ClassFigures;
import threadwall.lessons.ClassHtml;
import threadwall.lessons.LessonExport;

@Command(
        name = "class",
        sortOptions = false,
        customSynopsis = {"./threadwall class [--html FILE] FILE..."},
        description = {
            "Shows the guesses and measurements of a class side by side.",
            "Each FILE is what ./threadwall lesson --export wrote on a learner's machine.",
            ""
        },
        footer = {
            "",
            "Example:",
            "  ./threadwall class exports/*.json --html class.html",
            "",
            "How to teach with the lessons: docs/lessons/README.md.",
            "Exit codes: 0 shown, 1 a file cannot be read, 2 usage."
        })
final class ClassCommand extends AbstractCommand {

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "The export of a learner.")
    private List<Path> files;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Draw all guesses and measurements as a page for the browser.")
    private String html;

    @Override
    public Integer call() throws Exception {
        var exports = new ArrayList<LessonExport>();
        for (var file : files) {
            exports.add(LessonExport.read(file));
        }
        var figures = ClassFigures.of(Threadwall.home(), exports);
        if (html != null) {
            OutputFile.open(html);
            OutputFile.write(html, ClassHtml.of(figures));
        }
        out().print(figures.text());
        out().flush();
        return 0;
    }
}
