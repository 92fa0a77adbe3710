package threadwall.spring;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.util.FileSystemUtils;

/**
 * The temporary folder that Tomcat demands when it starts. Later it uses it only for pages, uploads and sessions, which
 * our servers do not have: so it can be deleted once Tomcat has started, and none is left over however the server ends.
 *
 * <p>Without it Spring Boot would take a folder {@code public} or {@code static} of the working directory for documents.
 */
record TomcatFolder(File path) implements WebServerFactoryCustomizer<TomcatServletWebServerFactory>, AutoCloseable {

    /** Creates one that is also deleted when the JVM is ended before Tomcat has started. */
    static TomcatFolder create() throws IOException {
        var folder =
                new TomcatFolder(Files.createTempDirectory("threadwall-tomcat-").toFile());
        Runtime.getRuntime().addShutdownHook(new Thread(folder::close, "delete-tomcat-folder"));
        return folder;
    }

    @Override
    public void customize(TomcatServletWebServerFactory tomcat) {
        tomcat.setBaseDirectory(path);
        tomcat.setDocumentRoot(path);
    }

    /** Deletes it. */
    @Override
    public void close() {
        FileSystemUtils.deleteRecursively(path);
    }
}
