package threadwall.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import threadwall.process.PreconditionException;

/**
 * What an executable jar of Spring Boot says of itself.
 *
 * @param version of Spring Boot, as its Maven plugin writes it to the manifest
 * @param actuator whether it has Spring Boot's Actuator, and so {@code /actuator/health}
 * @param connectionPool whether it has HikariCP, the pool of Spring Boot's JDBC starters
 */
record SpringBootJar(Path path, String version, boolean actuator, boolean connectionPool) {

    /** Of a jar, and of an executable war. */
    private static final List<String> LIBRARIES = List.of("BOOT-INF/lib/", "WEB-INF/lib/");

    private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\b.*");

    /** {@code spring.threads.virtual.enabled} is in Spring Boot since 3.2. */
    private static final int MAJOR = 3;

    private static final int MINOR = 2;

    /** @throws PreconditionException (usage) when it is no such jar, or too old for virtual threads */
    static SpringBootJar read(Path path) throws PreconditionException {
        try (var jar = new JarFile(path.toFile())) {
            var manifest = jar.getManifest();
            var version = manifest == null ? null : manifest.getMainAttributes().getValue("Spring-Boot-Version");
            if (version == null) {
                throw PreconditionException.usage(
                        "%s has no Spring-Boot-Version in its manifest, so it is no executable jar of Spring Boot; compare"
                                + " other servers by ./threadwall sweep --target NAME=COMMAND",
                        path);
            }
            var numbers = VERSION.matcher(version);
            if (!numbers.matches() || isOlder(Integer.parseInt(numbers.group(1)), Integer.parseInt(numbers.group(2)))) {
                throw PreconditionException.usage(
                        "%s is made with Spring Boot %s; spring.threads.virtual.enabled needs %d.%d",
                        path, version, MAJOR, MINOR);
            }
            return new SpringBootJar(path, version, has(jar, "spring-boot-actuator"), has(jar, "HikariCP"));
        } catch (IOException e) {
            throw PreconditionException.usage("%s cannot be read as a jar: %s", path, e.getMessage());
        }
    }

    private static boolean isOlder(int major, int minor) {
        return major < MAJOR || major == MAJOR && minor < MINOR;
    }

    private static boolean has(JarFile jar, String library) {
        return jar.stream()
                .anyMatch(entry ->
                        LIBRARIES.stream().anyMatch(folder -> entry.getName().startsWith(folder + library + "-")));
    }
}
