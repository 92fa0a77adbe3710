package threadwall.cli;

import picocli.CommandLine.Option;

/** What every command answers alike. */
final class HelpOption {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean asked;
}
