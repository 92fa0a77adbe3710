package threadwall.loadgen.run;

/** A step that cannot be finished; the message becomes the record's reason. The sweep goes on. */
final class StepFailed extends Exception {

    private static final long serialVersionUID = 1L;

    StepFailed(String message) {
        super(message);
    }
}
