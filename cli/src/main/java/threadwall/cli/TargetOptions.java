package threadwall.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import threadwall.loadgen.http.RequestRoute;
import threadwall.loadgen.sweep.plan.SweepConfig.Target;
import threadwall.loadgen.sweep.plan.TargetResolver;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan;

/** Servers that are none of threadwall's, and which of threadwall's are loaded beside them. */
final class TargetOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    static final String READY_TIMEOUT = "120s";

    @Option(
            names = "--target",
            paramLabel = "NAME=URL[,pid=N]|NAME=COMMAND",
            description = {
                "A server that is none of threadwall's; may be repeated. With a URL, such as mine=http://127.0.0.1:9000, it is"
                        + " one that you run, and it is never restarted. With a command, such as 'shop=java -jar shop.jar"
                        + " --server.address={host} --server.port={port}', each step starts it anew.",
                "threadwall's servers are loaded, too, only if --servers names them."
            })
    private List<String> targets = List.of();

    @Option(
            names = "--targets",
            paramLabel = "FILE",
            description =
                    "Such servers from a YAML file, with what each needs to start (docs/guides/compare-your-server.md).")
    private Path file;

    @Option(
            names = "--ready",
            paramLabel = "PATH",
            description =
                    "The command of a --target is ready when this path has status 200, such as /actuator/health (default:"
                            + " when --route has any status but 503).")
    private String ready;

    @Option(
            names = "--ready-timeout",
            paramLabel = "TIME",
            converter = TimeConverter.Seconds.class,
            defaultValue = READY_TIMEOUT,
            description = "How long that may take (default: ${DEFAULT-VALUE}).")
    private int readySeconds;

    @Option(
            names = "--expect",
            paramLabel = "KEY=VALUE[,KEY=VALUE...]",
            description = "What each response of a --target has: status=201, contains=TEXT, json-path=$.items[0].id or"
                    + " json-path=$.total=3 (default: status=200, and the responses are all the same).")
    private String expected;

    @Option(
            names = "--ignore",
            paramLabel = "REGEX",
            description = "Parts of a response of a --target that may differ, such as 'id=\\d+'.")
    private String ignore;

    /**
     * @param listen as in {@link TargetResolver#resolve}
     * @throws PreconditionException as there; (usage) for an option that no target needs
     */
    List<Target> resolved(String listen) throws PreconditionException, IOException {
        requireTarget();
        var settings = expectation()
                .settings(new StepPlan.Program(here(), readyPath(ready), readySeconds), ignorePattern(ignore));
        var resolved = new ArrayList<Target>();
        for (var target : targets) {
            resolved.add(TargetResolver.resolve(target, listen, settings));
        }
        if (file != null) {
            for (var named : TargetsFile.read(file)) {
                resolved.add(ofFile(named, listen));
            }
        }
        for (var option : List.of("--ready", "--ready-timeout")) {
            if (isGiven(option) && resolved.stream().noneMatch(Target.Started.class::isInstance)) {
                throw PreconditionException.usage(
                        "%s is for a server that --target starts by a command; yours runs already: leave %s out",
                        option, option);
            }
        }
        return resolved;
    }

    private Target ofFile(TargetsFile.Named named, String listen) throws PreconditionException, IOException {
        try {
            return TargetResolver.resolve(named.text(), listen, named.settings());
        } catch (PreconditionException e) {
            throw e.in("--targets " + file);
        }
    }

    private ExpectedAnswer expectation() throws PreconditionException {
        return expected == null ? ExpectedAnswer.ANY : ExpectedAnswer.parse(expected);
    }

    /** @param ignore {@code null} = all of a response is compared */
    static String ignorePattern(String ignore) throws PreconditionException {
        try {
            return ignore == null ? null : Pattern.compile(ignore).pattern();
        } catch (PatternSyntaxException e) {
            throw PreconditionException.usage(
                    "--ignore '%s' is not a regular expression of Java: %s", ignore, e.getDescription());
        }
    }

    /** The caller's working directory. */
    private static String here() {
        var here = RunFolder.shown(Path.of(""));
        return here.isEmpty() ? "." : here;
    }

    private void requireTarget() throws PreconditionException {
        for (var option : List.of("--ready", "--ready-timeout", "--expect", "--ignore")) {
            if (targets.isEmpty() && isGiven(option)) {
                throw PreconditionException.usage(
                        "%s is about the server of a --target, and there is none: add --target, or %s",
                        option, file == null ? "leave %s out".formatted(option) : "write it into " + file);
            }
        }
    }

    /** @param ready {@code null} = any response will do */
    static String readyPath(String ready) throws PreconditionException {
        if (ready != null && !RequestRoute.isPath(ready)) {
            throw PreconditionException.usage("--ready '%s' is not a path such as /actuator/health", ready);
        }
        return ready;
    }

    private boolean isGiven(String option) {
        return command.commandLine().getParseResult().hasMatchedOption(option);
    }

    /** Those that {@code --servers} names; its default applies only without a target. */
    List<String> ours(ServerOption<List<String>> servers) {
        boolean named = isGiven("--servers");
        return targets.isEmpty() && file == null || named ? servers.value() : List.of();
    }
}
