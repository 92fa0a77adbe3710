package threadwall.server;

/** Why a server cannot start in this environment, with the next step, for the user: exit code 4. */
public final class EnvironmentException extends Exception {
    public EnvironmentException(String line, Throwable cause) {
        super(line, cause);
    }
}
