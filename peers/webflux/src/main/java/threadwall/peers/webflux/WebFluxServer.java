package threadwall.peers.webflux;

import io.netty.channel.unix.Errors.NativeIoException;
import java.net.BindException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.reactive.context.ReactiveWebServerApplicationContext;
import picocli.CommandLine.Command;
import threadwall.server.CommandLines;
import threadwall.server.PeerCommand;
import threadwall.server.RunningServer;

/** Runs the peer as a process. */
@Command(
        name = "webflux",
        mixinStandardHelpOptions = true,
        description =
                "A peer to compare with: Spring WebFlux on Reactor Netty. Workers are event loops (default: one per"
                        + " CPU), plus as many threads of Reactor's scheduler, for sleeps. No store, so no /fortunes.")
public final class WebFluxServer extends PeerCommand {

    private WebFluxServer() {
        super("event loop");
    }

    public static void main(String[] arguments) {
        System.exit(CommandLines.of(new WebFluxServer()).execute(arguments));
    }

    @Override
    protected RunningServer start(Settings settings) throws BindException {
        // both are read once, when their classes are loaded
        System.setProperty("reactor.netty.ioWorkerCount", Integer.toString(settings.workers()));
        System.setProperty("reactor.schedulers.defaultPoolSize", Integer.toString(settings.workers()));
        var spring = new SpringApplication(Application.class);
        spring.setRegisterShutdownHook(false); // ServerLifecycle stops it
        spring.addInitializers(starting -> starting.getBeanFactory().registerSingleton("settings", settings));
        // passed as command-line arguments, so that environment variables cannot override them
        try {
            var context = (ReactiveWebServerApplicationContext) spring.run(
                    "--spring.config.location=classpath:/application.properties",
                    "--server.address=" + settings.host(),
                    "--server.port=" + settings.port());
            return new RunningPeer(settings.identity(context.getWebServer().getPort()), context::close);
        } catch (RuntimeException e) {
            throw asBindException(e).orElseThrow(() -> e);
        }
    }

    /** Netty's native transport throws its own exception where the JDK throws a BindException. */
    private static Optional<BindException> asBindException(RuntimeException problem) {
        return Stream.iterate((Throwable) problem, Objects::nonNull, Throwable::getCause)
                .filter(NativeIoException.class::isInstance)
                .findFirst()
                .map(cause -> new BindException(cause.getMessage()));
    }
}
