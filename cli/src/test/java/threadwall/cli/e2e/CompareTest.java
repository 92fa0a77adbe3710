package threadwall.cli.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Outcome;
import threadwall.record.StepWarning.HandlerEstimate;

/** {@code compare} of a small program of Spring Boot, which the test builds: {@code cli/src/test/shop}. */
class CompareTest {

    @TempDir
    private Path temporary;

    /** Its page holds one of ten database connections for 50 ms. */
    @Test
    void theConnectionPoolOfAProgramIsItsLimitWithBothKindsOfThreads() throws Exception {
        var folder = temporary.resolve("run");
        var result = Cli.run(
                "compare",
                built().toString(),
                "--route=/prices",
                "--connections=60",
                "--requests=600",
                "--repeats=1",
                "--port=" + Ports.free(),
                "--out=" + folder);

        assertThat(result.exitCode()).as(result.err() + result.out()).isZero();
        var steps = Cli.steps(folder);
        assertThat(steps).extracting(StepRecord::outcome).containsOnly(Outcome.OK);
        assertThat(steps).extracting(step -> step.asked().server()).containsExactly("blocking", "virtual");
        assertThat(steps).allSatisfy(step -> {
            assertThat(step.asked().servers().target().program().ready()).isEqualTo("/actuator/health");
            assertThat(step.warnings())
                    .anySatisfy(warning -> assertThat(warning)
                            .isInstanceOfSatisfying(HandlerEstimate.class, estimate -> {
                                assertThat(estimate.requests()).isBetween(5.0, 11.0);
                            }));
        });
        assertThat(steps.getLast().server().threadsPeak())
                .isLessThan(steps.getFirst().server().threadsPeak());
        assertThat(result.out())
                .contains("shop.jar, Spring Boot 4.1.1, /prices:")
                .contains("At 60 connections virtual threads answer ")
                .containsPattern("At 60 connections (no )?virtual threads? (was|were) pinned")
                .containsPattern(
                        "At 60 connections up to [1-9]\\d* blocking threads waited for one of the pool's 10 database")
                .containsPattern(
                        "At 60 connections up to [1-9]\\d* virtual threads waited for one of the pool's 10 database");
        assertThat(folder.resolve("pool.csv")).content().startsWith("at,pid,connections,active,waiting\n");
    }

    @Test
    void anotherFileIsRefused() throws Exception {
        var none = temporary.resolve("none.jar");
        Cli.run("compare", none.toString(), "--route=/").refused(2, "cannot be read as a jar");
        Cli.run("compare", jar(null).toString(), "--route=/").refused(2, "is no executable jar of Spring Boot");
        Cli.run("compare", jar("3.1.9").toString(), "--route=/")
                .refused(2, "is made with Spring Boot 3.1.9; spring.threads.virtual.enabled needs 3.2");
        Cli.run("compare", jar("4.1.1").toString(), "--route=/", "--variants=green")
                .refused(2, "--variants 'green' is neither blocking nor virtual");
        Cli.run("compare", jar("4.1.1").toString(), "--route=/", "--variants=virtual,virtual")
                .refused(2, "--variants names one twice");
    }

    @Test
    void thePlanHasBothCommands() throws Exception {
        var plan = Cli.run("compare", jar("3.2.0").toString(), "--route=/prices", "--java=-Xmx1g", "--dry-run");
        assertThat(plan.exitCode()).as(plan.err()).isZero();
        assertThat(plan.out())
                .contains("-Xmx1g -Dspring.threads.virtual.enabled=false -jar ")
                .contains("-Xmx1g -Dspring.threads.virtual.enabled=true -jar ");
    }

    @Test
    void anOldRecordIsNotExplained() throws Exception {
        var folder = Files.createDirectories(temporary.resolve("old"));
        Files.createFile(folder.resolve("run.jsonl"));
        Cli.run("compare", jar("3.2.0").toString(), "--route=/prices", "--out=" + folder)
                .refused(2, "already holds a run");
    }

    private Path jar(String springBoot) throws Exception {
        var manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (springBoot != null) {
            manifest.getMainAttributes().putValue("Spring-Boot-Version", springBoot);
        }
        var jar = temporary.resolve(springBoot + ".jar");
        try (OutputStream out = Files.newOutputStream(jar);
                var entries = new JarOutputStream(out, manifest)) {
            entries.flush();
        }
        return jar;
    }

    private static Path built() throws Exception {
        var shop = Home.path().resolve("cli/src/test/shop");
        var maven = new ProcessBuilder("mvn", "-B", "-ntp", "-q", "package").directory(shop.toFile());
        maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
        maven.environment().remove("JAVA_TOOL_OPTIONS");
        assertThat(maven.inheritIO().start().waitFor()).as("exit code of mvn").isZero();
        return shop.resolve("target/shop.jar");
    }
}
