package threadwall.store.embedded;

import java.io.IOException;
import java.nio.file.Path;
import threadwall.store.NewUser;
import threadwall.store.StoreUnavailableException;

/** A program with an embedded store: adds users until the store refuses, and once more after a line on stdin. */
final class SmallDisk {
    private static final NewUser USER = new NewUser("x".repeat(100), 1);

    private SmallDisk() {}

    public static void main(String[] arguments) throws IOException {
        try (var data = EmbeddedData.open(Path.of(arguments[0]))) {
            int last = 0;
            try {
                while (true) {
                    last = data.addUser(USER).get();
                }
            } catch (StoreUnavailableException e) {
                System.out.println("full after " + last + ": " + e.getMessage());
            }
            System.out.println("found: " + data.user(last).get().isPresent());
            System.in.read();
            System.out.println("then: " + data.addUser(USER).get());
        }
    }
}
