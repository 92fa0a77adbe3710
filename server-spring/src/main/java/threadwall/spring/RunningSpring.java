package threadwall.spring;

import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import threadwall.server.RequestCounter;
import threadwall.server.RunningServer;
import threadwall.server.ServerIdentity;
import threadwall.server.ServerOptions;
import threadwall.server.StoreKind;
import threadwall.spring.store.StoreBean;

/** Tomcat and Spring's context, configured for a model. */
record RunningSpring(ServletWebServerApplicationContext context, StoreBean store, ServerIdentity identity)
        implements RunningServer {

    static RunningSpring start(
            ConcurrencyModel model,
            StoreKind kind,
            ServerOptions options,
            TomcatOptions tomcat,
            RequestCounter counter) {
        int workers = options.workers(model.defaultWorkers());
        if (model == ConcurrencyModel.VIRTUAL) {
            // the JDK reads it once, when the first virtual thread starts
            System.setProperty("jdk.virtualThreadScheduler.parallelism", Integer.toString(workers));
        }
        var store = model.open(kind, options);
        try (var folder = new TomcatFolder()) {
            var spring = new SpringApplication(Application.class);
            spring.setRegisterShutdownHook(false); // ServerLifecycle stops it
            spring.setAdditionalProfiles(model.toString());
            spring.addInitializers(starting -> {
                var beans = starting.getBeanFactory();
                beans.registerSingleton("counter", counter);
                beans.registerSingleton("folder", folder);
                store.register(beans);
            });
            var arguments = arguments(model, options, workers, tomcat);
            var context = (ServletWebServerApplicationContext) spring.run(arguments);
            var url = ServerIdentity.url(options.host(), context.getWebServer().getPort());
            var identity = ServerIdentity.here(model.server(), model.kind(), url, kind, workers);
            context.getBeanFactory().registerSingleton("identity", identity);
            return new RunningSpring(context, store, identity);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /** Passed as command-line arguments, so that environment variables cannot override them. */
    private static String[] arguments(
            ConcurrencyModel model, ServerOptions options, int workers, TomcatOptions tomcat) {
        var arguments = new ArrayList<>(List.of(
                "--spring.config.location=classpath:/application.properties",
                "--server.address=" + options.host(),
                "--server.port=" + options.port()));
        switch (model) {
            case VIRTUAL -> arguments.add("--spring.threads.virtual.enabled=true");
            case BLOCKING, DEFERRED -> {
                arguments.add("--server.tomcat.threads.max=" + workers);
                arguments.add("--server.tomcat.threads.min-spare=" + Math.min(workers, 10)); // 10 is its default
            }
        }
        arguments.addAll(tomcat.arguments());
        return arguments.toArray(String[]::new);
    }

    @Override
    public void stop() {
        context.close();
        store.close();
    }
}
