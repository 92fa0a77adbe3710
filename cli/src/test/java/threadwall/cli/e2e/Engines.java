package threadwall.cli.e2e;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** The load generators that the entry script builds: a test that needs one is skipped without it. */
final class Engines {

    private static final Map<String, String> PROGRAMS = Map.of(
            "oha", ".threadwall/oha/bin/oha",
            "vegeta", ".threadwall/vegeta/bin/vegeta",
            "open-loop", "loadgen/open-loop/target/open-loop");

    private Engines() {}

    static void assumeInstalled(String program) {
        assumeTrue(
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program))),
                program + " is not installed");
    }

    static void assumeBuilt(String engine) {
        assumeTrue(
                Files.isExecutable(Home.path().resolve(PROGRAMS.get(engine))),
                "%s is not built; ./threadwall sweep --engine %s builds it".formatted(engine, engine));
    }
}
