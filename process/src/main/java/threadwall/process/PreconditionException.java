package threadwall.process;

/** A request that cannot be fulfilled. The message says what was asked, what is the case, and the next step. */
public final class PreconditionException extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * The exit code for it: {@link #USAGE} for a wrong command line, {@link #ENVIRONMENT} for a machine that does not
     * allow it.
     */
    public enum Kind {
        USAGE(2),
        ENVIRONMENT(4);

        public final int exitCode;

        Kind(int exitCode) {
            this.exitCode = exitCode;
        }
    }

    private final Kind kind;

    private PreconditionException(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    public static PreconditionException usage(String message, Object... args) {
        return new PreconditionException(Kind.USAGE, message.formatted(args));
    }

    public static PreconditionException environment(String message, Object... args) {
        return new PreconditionException(Kind.ENVIRONMENT, message.formatted(args));
    }

    /** The same, said of a part of what was asked, such as a file. */
    public PreconditionException in(String part) {
        return new PreconditionException(kind, part + ": " + getMessage());
    }

    public int exitCode() {
        return kind.exitCode;
    }
}
