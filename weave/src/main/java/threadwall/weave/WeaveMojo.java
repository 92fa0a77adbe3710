package threadwall.weave;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;

/** Weaves a module's classes. */
@Mojo(
        name = "weave",
        defaultPhase = LifecyclePhase.PROCESS_CLASSES,
        requiresDependencyResolution = ResolutionScope.COMPILE,
        threadSafe = true)
public class WeaveMojo extends AbstractMojo {
    @Parameter(defaultValue = "${project.build.outputDirectory}", readonly = true, required = true)
    private File classes;

    @Parameter(defaultValue = "${project.compileClasspathElements}", readonly = true, required = true)
    private List<String> classPath;

    @Override
    public void execute() throws MojoExecutionException, MojoFailureException {
        weave(classes, classPath);
    }

    void weave(File directory, List<String> elements) throws MojoExecutionException, MojoFailureException {
        try {
            var count = Weaver.weave(
                    directory.toPath(), elements.stream().map(Path::of).toList());
            getLog().info("Wove " + count + " classes of " + directory.getName());
        } catch (WeavingException e) {
            throw new MojoFailureException(e.getMessage(), e);
        } catch (IOException e) {
            throw new MojoExecutionException("cannot read or write classes of " + directory, e);
        }
    }
}
