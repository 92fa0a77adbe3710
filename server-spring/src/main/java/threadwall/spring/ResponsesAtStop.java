package threadwall.spring;

import java.time.Duration;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import threadwall.server.RequestCounter;

/**
 * Lets Tomcat write the last responses before it is stopped. Spring's graceful shutdown waits until no servlet has a
 * request ({@code org.springframework.boot.tomcat.GracefulShutdown.isActive}), but Tomcat writes a response after its servlet
 * has returned. On a busy machine Tomcat was stopped between the two, and the client got no response.
 */
@Component
final class ResponsesAtStop implements SmartLifecycle {

    /** A client that does not read its response holds up a stop for no longer. */
    private static final Duration LIMIT = Duration.ofSeconds(1);

    private final ServletWebServerApplicationContext context;
    private final RequestCounter counter;
    private volatile boolean running;

    ResponsesAtStop(ServletWebServerApplicationContext context, RequestCounter counter) {
        this.context = context;
        this.counter = counter;
    }

    @Override
    public void start() {
        running = true;
    }

    /** Requests that have outlasted Spring's graceful shutdown are not waited for. */
    @Override
    public void stop() {
        running = false;
        var tomcat = ((TomcatWebServer) context.getWebServer()).getTomcat();
        try {
            if (counter.inHandler() == 0) {
                ((TomcatProtocol) tomcat.getConnector().getProtocolHandler()).awaitResponses(LIMIT);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Stopped after the graceful shutdown and before Tomcat: what has a higher phase is stopped first. */
    @Override
    public int getPhase() {
        return WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE + 1;
    }
}
