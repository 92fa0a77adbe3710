package threadwall.store;

/** A transaction failed; the cause is what its work threw, in which case it left nothing behind, or what the store said. */
public final class TransactionException extends RuntimeException {
    public TransactionException(Throwable cause) {
        super("transaction failed: " + cause, cause);
    }
}
