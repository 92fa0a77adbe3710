package threadwall.loadgen.testbed;

/** A step that cannot be finished; the message becomes the failure in its record. The sweep continues. */
public final class StepFailedException extends Exception {

    private static final long serialVersionUID = 1L;

    public StepFailedException(String message) {
        super(message);
    }
}
