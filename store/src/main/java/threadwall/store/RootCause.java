package threadwall.store;

/** Why something failed, for the user. */
public final class RootCause {
    private RootCause() {}

    /** What the innermost cause says, which knows more than those around it; its kind where it says nothing. */
    public static String of(Throwable problem) {
        var cause = problem;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    }
}
