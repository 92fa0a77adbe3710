package threadwall.loadgen.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import threadwall.record.ClientLoad;

/**
 * The files that a client has written.
 *
 * @param load that it was to make
 * @param home the folder that its command line ran in
 * @param standardOutput file of it
 */
public record ClientOutput(ClientLoad load, Path home, Path standardOutput) {

    /** All of its standard output. */
    String text() throws IOException {
        return Files.readString(standardOutput);
    }

    /** Its log of requests; only for an engine that writes one. */
    public Path log() {
        return home.resolve(load.log());
    }
}
