package threadwall.cli.e2e;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.util.Map;

/** The load generators that the entry script builds: a test that needs one is skipped without it. */
final class Engines {

    private static final Map<String, String> PROGRAMS = Map.of(
            "oha", ".threadwall/oha/bin/oha",
            "vegeta", ".threadwall/vegeta/bin/vegeta",
            "open-loop", "loadgen/open-loop/target/open-loop");

    private Engines() {}

    static void assumeBuilt(String engine) {
        assumeTrue(
                Files.isExecutable(Home.path().resolve(PROGRAMS.get(engine))),
                "%s is not built; ./threadwall sweep --engine %s builds it".formatted(engine, engine));
    }
}
