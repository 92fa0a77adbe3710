package threadwall.store;

/** A transaction failed; the cause is what its work threw, in which case it left nothing behind, or the disk. */
public final class TransactionException extends RuntimeException {
    TransactionException(Throwable cause) {
        super("transaction failed: " + cause, cause);
    }
}
