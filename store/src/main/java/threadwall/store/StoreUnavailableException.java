package threadwall.store;

/**
 * A store cannot be used at the moment. The message is one line for the user: what was asked, what is, the next step. It
 * has no stack trace of its own, which would cost more than the response: every request may fail with it at once.
 */
public final class StoreUnavailableException extends RuntimeException {
    public StoreUnavailableException(String message, Throwable cause) {
        super(message, cause, true, false);
    }
}
