package threadwall.store;

/**
 * A transaction failed. The cause is the exception of its work, in which case it was rolled back, or the store's own.
 */
public final class TransactionException extends RuntimeException {
    public TransactionException(Throwable cause) {
        super("transaction failed: " + cause, cause);
    }
}
