package threadwall.cli;

import java.util.Arrays;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.TypeConversionException;
import threadwall.loadgen.testbed.ServerCatalog.Collector;

@Command(
        name = "bench",
        synopsisSubcommandLabel = "speed|idle|threads",
        description = {
            "Measures servers side by side, ours and peers in C, Rust, Go and others, and what threads cost.",
            "How to run and read it: docs/guides/benchmark-servers.md.",
            ""
        },
        subcommands = {SpeedCommand.class, IdleCommand.class, ThreadsCommand.class})
final class BenchCommand {

    @Mixin
    private HelpOption help;

    /** Reads the name of a {@link Collector}. */
    static final class CollectorName implements ITypeConverter<Collector> {
        @Override
        public Collector convert(String name) {
            return Arrays.stream(Collector.values())
                    .filter(collector -> collector.label().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("'" + name + "' is neither serial nor g1"));
        }
    }
}
