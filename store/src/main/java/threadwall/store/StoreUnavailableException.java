package threadwall.store;

/** A store cannot be used as this machine is now; the message is one line for the user: what was asked, what is, what next. */
public final class StoreUnavailableException extends RuntimeException {
    public StoreUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
