package threadwall.cli;

import picocli.CommandLine.Option;

/** The help option that all commands share. */
final class HelpOption {

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean requested;
}
