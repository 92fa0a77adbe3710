package threadwall.lessons;

/** The records of a lesson do not show what it is about. The message says what is missing. */
final class UnusableRecordException extends Exception {

    private static final long serialVersionUID = 1L;

    UnusableRecordException(String message, Object... values) {
        super(message.formatted(values));
    }
}
