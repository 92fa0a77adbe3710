package threadwall.server;

/** The environment does not allow a server to start: exit code 4. The message tells the user why, and the next step. */
public final class EnvironmentException extends Exception {
    public EnvironmentException(String line, Throwable cause) {
        super(line, cause);
    }
}
