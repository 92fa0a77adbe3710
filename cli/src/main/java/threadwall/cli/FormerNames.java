package threadwall.cli;

import java.util.Arrays;
import java.util.Set;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.IOptionRenderer;
import picocli.CommandLine.Model.CommandSpec;

/** Help without the names that options had: scripts may still use them. */
final class FormerNames extends Help {

    private static final Set<String> NAMES = Set.of("--concurrency", "--limit", "--n", "--seconds", "--server");

    FormerNames(CommandSpec command, ColorScheme colors) {
        super(command, colors);
    }

    @Override
    public IOptionRenderer createDefaultOptionRenderer() {
        var renderer = super.createDefaultOptionRenderer();
        return (option, labels, colors) -> {
            var names = Arrays.stream(option.names())
                    .filter(name -> !NAMES.contains(name))
                    .toArray(String[]::new);
            return renderer.render(option.toBuilder().names(names).build(), labels, colors);
        };
    }
}
