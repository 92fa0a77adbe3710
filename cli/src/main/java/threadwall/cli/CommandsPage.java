package threadwall.cli;

import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The page of all commands and their options. {@code ./threadwall --help} prints the blocks of this page. */
final class CommandsPage {

    private static final int WIDTH = 80;

    private static final String HEAD = """
            # Commands and options

            For those who want to know what a command can do. `./threadwall COMMAND --help` prints the same texts.

            [threadwall](../../README.md) · [all documents](../README.md)

            <!-- Written by ./threadwall docs from the commands themselves: change those. -->
            """;

    private CommandsPage() {}

    static String text(CommandLine commands) {
        var page = new StringBuilder(HEAD);
        append(commands, page);
        return page.toString();
    }

    private static void append(CommandLine command, StringBuilder page) {
        var spec = command.getCommandSpec();
        if (spec.usageMessage().hidden()) {
            return;
        }
        spec.usageMessage().autoWidth(false).width(WIDTH);
        page.append("\n## `%s`\n\n```text\n".formatted(spec.qualifiedName()));
        command.getUsageMessage(Ansi.OFF)
                .lines()
                .map(String::stripTrailing)
                .forEach(line -> page.append(line).append('\n'));
        page.append("```\n");
        command.getSubcommands().values().stream().distinct().forEach(subcommand -> append(subcommand, page));
    }
}
