package threadwall.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;

/** An option of the commands that load servers. Each command has its own default and its own place for it in the help. */
@Command
final class ServerOption<T> {

    private final OptionSpec option;

    private ServerOption(OptionSpec.Builder option, String defaultValue, String description) {
        this.option = option.defaultValue(defaultValue)
                .description(description + " (default: ${DEFAULT-VALUE}).")
                .build();
    }

    static ServerOption<List<String>> servers(String defaultNames, String description) {
        var option = OptionSpec.builder("--servers").paramLabel("NAME");
        return new ServerOption<>(
                option.type(List.class).auxiliaryTypes(String.class).splitRegex(","), defaultNames, description);
    }

    static ServerOption<List<Integer>> connections(String defaultCounts, String description) {
        var option = count(List.class, "-c", "--connections", "--concurrency").auxiliaryTypes(Integer.class);
        return new ServerOption<>(option.splitRegex(","), defaultCounts, description);
    }

    static ServerOption<Integer> repeats(String defaultCount, String description) {
        return new ServerOption<>(count(int.class, "--repeats"), defaultCount, description);
    }

    static ServerOption<Integer> port(String description) {
        return new ServerOption<>(OptionSpec.builder("--port").paramLabel("N").type(int.class), "8080", description);
    }

    private static OptionSpec.Builder count(Class<?> type, String name, String... otherNames) {
        ITypeConverter<?> converter = new CountConverter.Count();
        return OptionSpec.builder(name, otherNames).paramLabel("N").type(type).converters(converter);
    }

    @Spec(Spec.Target.MIXEE)
    void addTo(CommandSpec command) {
        command.addOption(option);
    }

    T value() {
        return option.getValue();
    }
}
