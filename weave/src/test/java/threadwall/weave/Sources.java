package threadwall.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.tools.ToolProvider;

/** Compiles a class named {@code Sample} from text, to be woven and run. */
record Sources(Path classes) {
    /** The class path of the tests, which includes Kilim. */
    static final List<Path> CLASS_PATH = Arrays.stream(
                    System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .toList();

    static Sources compile(Path directory, String source) throws IOException {
        var file = Files.writeString(directory.resolve("Sample.java"), source);
        var classes = Files.createDirectories(directory.resolve("classes"));
        var exit = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-d", classes.toString(), "-parameters", file.toString());
        assertThat(exit).as("javac").isZero();
        return new Sources(classes);
    }

    int weave() throws WeavingException, IOException {
        return Weaver.weave(classes, CLASS_PATH);
    }

    /** A new instance of {@code Sample}. */
    Object load() throws ReflectiveOperationException, IOException {
        var loader = new URLClassLoader(
                new URL[] {classes.toUri().toURL()}, getClass().getClassLoader());
        return loader.loadClass("Sample").getConstructor().newInstance();
    }
}
