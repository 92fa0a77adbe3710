package threadwall.spring;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import threadwall.server.CommandLines;
import threadwall.server.RequestCounter;
import threadwall.server.ServerLifecycle;
import threadwall.server.ServerOptions;

/** The command line of the three Spring servers. */
@Command(
        name = "spring",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Spring Boot on Tomcat, with one of three concurrency models.",
        footer = {
            "",
            "Models, each with its default workers and its store:",
            "  blocking  one platform thread per request; 200 Tomcat threads; postgres",
            "  virtual   one virtual thread per request; one carrier per CPU; postgres",
            "  deferred  one fiber per request, Tomcat's threads never block; 2 Tomcat threads; embedded, or any",
            "",
            "stdout: READY {json} once it listens, STOPPED {json} after SIGTERM or Ctrl-C. Exit codes: 0 stopped,"
                    + " 1 failed, 2 usage, 4 port in use or database unavailable."
        })
public final class SpringServer implements Callable<Integer> {
    private final RequestCounter counter;

    private ConcurrencyModel model;

    @Mixin
    private ServerOptions options;

    @Mixin
    private TomcatOptions tomcat;

    @Spec
    private CommandSpec command;

    @Option(names = "--model", paramLabel = "MODEL", required = true, description = "blocking, virtual or deferred.")
    void model(String name) {
        model = ConcurrencyModel.named(name)
                .orElseThrow(() -> new ParameterException(
                        command.commandLine(), "--model must be blocking, virtual or deferred, not '" + name + "'"));
    }

    SpringServer(RequestCounter counter) {
        this.counter = counter;
    }

    public static void main(String[] arguments) {
        System.exit(CommandLines.of(new SpringServer(new RequestCounter())).execute(arguments));
    }

    @Override
    public Integer call() throws InterruptedException {
        var store = model.store(options);
        return new ServerLifecycle(model.server(), counter)
                .run(options, () -> RunningSpring.start(model, store, options, tomcat, counter));
    }
}
