package threadwall.server;

/** Why a server cannot start in this environment, with the next step, for the user: exit code 4. */
public final class NotPossibleHere extends Exception {
    public NotPossibleHere(String line, Throwable cause) {
        super(line, cause);
    }
}
