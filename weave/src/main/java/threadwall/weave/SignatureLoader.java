package threadwall.weave;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import org.objectweb.asm.ClassReader;

/**
 * Where Kilim looks up which methods are pausable: class files of the class path and the JDK, without code and without
 * attributes that Kilim cannot read. It returns class files only and never loads a class.
 */
final class SignatureLoader extends URLClassLoader {
    SignatureLoader(List<Path> classPath) {
        super(classPath.stream().map(SignatureLoader::url).toArray(URL[]::new), getPlatformClassLoader());
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        try (var in = super.getResourceAsStream(name)) {
            if (in == null) {
                return null;
            }
            return new ByteArrayInputStream(ModernAttributes.strip(in.readAllBytes(), ClassReader.SKIP_CODE));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + name + " from the class path", e);
        }
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("not a valid class path entry: " + path, e);
        }
    }
}
