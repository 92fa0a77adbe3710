package threadwall.cli;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** Options of {@code sweep} that another command takes, too, and passes on to it. They have sweep's words and checks. */
@Command
final class SweepOptions {

    private final List<String> names;
    private CommandSpec command;

    /** @param names the long ones */
    SweepOptions(String... names) {
        this.names = List.of(names);
    }

    @Spec(Spec.Target.MIXEE)
    void addTo(CommandSpec mixee) {
        command = mixee;
        var sweep = CommandSpec.forAnnotatedObject(new SweepCommand());
        names.forEach(
                name -> command.addOption(sweep.findOption(name).toBuilder().build()));
    }

    /** Those that were given, as sweep takes them. */
    List<String> given() {
        return command.commandLine().getParseResult().matchedOptions().stream()
                .filter(option -> names.contains(option.longestName()))
                .flatMap(SweepOptions::words)
                .toList();
    }

    private static Stream<String> words(OptionSpec option) {
        return option.typeInfo().isBoolean()
                ? Stream.of(option.longestName())
                : option.originalStringValues().stream().map(value -> option.longestName() + "=" + value);
    }
}
