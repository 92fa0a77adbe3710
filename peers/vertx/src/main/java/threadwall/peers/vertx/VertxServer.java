package threadwall.peers.vertx;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import picocli.CommandLine.Command;
import threadwall.server.CommandLines;
import threadwall.server.PeerCommand;
import threadwall.server.RunningServer;

/** Runs the peer as a process. */
@Command(
        name = "vertx",
        mixinStandardHelpOptions = true,
        description =
                "A peer to compare with: Vert.x core. Workers are event loops with a verticle each (default: one per"
                        + " CPU). No store, so no /fortunes.")
public final class VertxServer extends PeerCommand {

    private VertxServer() {
        super("event loop");
    }

    public static void main(String[] arguments) {
        System.exit(CommandLines.of(new VertxServer()).execute(arguments));
    }

    @Override
    protected RunningServer start(Settings settings) {
        // a file cache would be a temporary folder that survives a kill
        var files = new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false);
        var vertx = Vertx.vertx(
                new VertxOptions().setEventLoopPoolSize(settings.workers()).setFileSystemOptions(files));
        var verticles = new CopyOnWriteArrayList<Routing>();
        vertx.deployVerticle(
                        () -> added(new Routing(settings), verticles),
                        new DeploymentOptions().setInstances(settings.workers()))
                .await();
        return new RunningPeer(settings.identity(verticles.getFirst().port()), () -> stop(vertx, verticles));
    }

    private static Routing added(Routing verticle, List<Routing> verticles) {
        verticles.add(verticle);
        return verticle;
    }

    private static void stop(Vertx vertx, List<Routing> verticles) {
        Future.join(verticles.stream().map(Routing::shutdown).toList()).await();
        vertx.close().await();
    }
}
