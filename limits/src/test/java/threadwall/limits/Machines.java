package threadwall.limits;

import java.net.URISyntaxException;
import java.nio.file.Path;

/** The recorded machines among the test resources; their README says where each comes from. */
final class Machines {

    private Machines() {}

    static Path root(String name) {
        try {
            return Path.of(Machines.class.getResource("/" + name).toURI());
        } catch (URISyntaxException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
