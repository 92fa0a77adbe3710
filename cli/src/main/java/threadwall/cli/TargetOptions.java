package threadwall.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import threadwall.loadgen.sweep.plan.SweepConfig.Target;
import threadwall.loadgen.sweep.plan.TargetResolver;
import threadwall.process.PreconditionException;

/** Servers that the user runs, and which of ours are loaded beside them. */
final class TargetOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--target",
            paramLabel = "NAME=URL[,pid=N]",
            description =
                    "A server that you run, such as mine=http://127.0.0.1:9000; may be repeated. It is never restarted. Our"
                            + " servers are loaded, too, only if --servers names them.")
    private List<String> targets = List.of();

    /**
     * @param listen as in {@link TargetResolver#resolve}
     * @throws PreconditionException as there
     */
    List<Target> resolved(String listen) throws PreconditionException, IOException {
        var resolved = new ArrayList<Target>();
        for (var target : targets) {
            resolved.add(TargetResolver.resolve(target, listen));
        }
        return resolved;
    }

    /** Those that {@code --servers} names; its default applies only without a target. */
    List<String> ours(ServerOption<List<String>> servers) {
        boolean named = command.commandLine().getParseResult().hasMatchedOption("--servers");
        return targets.isEmpty() || named ? servers.value() : List.of();
    }
}
