package threadwall.limits;

import java.net.URISyntaxException;
import java.nio.file.Path;

/** The recorded machines among the test resources; their README says where each comes from. */
final class RecordedMachines {

    private RecordedMachines() {}

    static Path root(String name) {
        try {
            return Path.of(RecordedMachines.class.getResource("/" + name).toURI());
        } catch (URISyntaxException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
