package threadwall.spring;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.apache.catalina.Globals;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.util.FileSystemUtils;
import threadwall.server.EnvironmentException;

/**
 * The temporary folder in which Tomcat makes its work folder when it starts. Our servers have no pages, uploads or
 * sessions, so Tomcat needs it no longer then. It is deleted after the start, and none is left however the server ends. If
 * a signal ends the JVM during the start, Tomcat may make it again; {@code ./threadwall clean} knows it by its name.
 *
 * <p>Tomcat has no document root, so it never looks for files. Without these settings Spring Boot would take {@code
 * src/main/webapp}, {@code public} or {@code static} of the working directory.
 */
final class TomcatFolder implements WebServerFactoryCustomizer<TomcatServletWebServerFactory>, AutoCloseable {

    private final Thread deleteAtExit = new Thread(this::delete, "delete-tomcat-folder");

    /** {@code null} before it is created and after it is deleted. */
    private File folder;

    @Override
    public void customize(TomcatServletWebServerFactory tomcat) {
        Runtime.getRuntime().addShutdownHook(deleteAtExit);
        var created = create();
        tomcat.setBaseDirectory(created);
        tomcat.setDocumentRoot(created); // else Boot looks for one, or creates one more folder
        tomcat.addContextCustomizers(context -> context.setDocBase(null));
    }

    private synchronized File create() {
        try {
            folder = Files.createTempDirectory("threadwall-tomcat-").toFile();
            return folder;
        } catch (IOException e) {
            throw new IllegalStateException(new EnvironmentException(
                    "cannot create a temporary folder in %s (%s); make it writable, or name another with -Djava.io.tmpdir"
                            .formatted(
                                    System.getProperty("java.io.tmpdir"),
                                    e.getClass().getSimpleName()),
                    e));
        }
    }

    private synchronized void delete() {
        if (folder != null) {
            FileSystemUtils.deleteRecursively(folder);
            folder = null;
            System.clearProperty(
                    Globals.CATALINA_HOME_PROP); // else Tomcat makes it again for a second server of the JVM
        }
    }

    @Override
    public void close() {
        delete();
        try {
            Runtime.getRuntime().removeShutdownHook(deleteAtExit);
        } catch (IllegalStateException ending) {
            // it runs by now, and finds nothing
        }
    }
}
