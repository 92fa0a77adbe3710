package threadwall.loadgen.run;

/** A step that cannot be finished; the message becomes the record's reason. The sweep goes on. */
public final class StepFailed extends Exception {

    private static final long serialVersionUID = 1L;

    public StepFailed(String message) {
        super(message);
    }
}
