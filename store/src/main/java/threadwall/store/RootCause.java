package threadwall.store;

/** The root cause of a failure, for the user. */
public final class RootCause {
    private RootCause() {}

    /** The message of the innermost cause, which is the most specific; its class name if it has none. */
    public static String of(Throwable problem) {
        var cause = problem;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
