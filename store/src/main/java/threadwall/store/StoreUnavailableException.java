package threadwall.store;

/**
 * A store cannot be used at the moment. The message is one line for the user: what was asked, what is, the next step.
 */
public final class StoreUnavailableException extends RuntimeException {
    public StoreUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
