package threadwall.kilim.http.reference;

/** A result of the reference parser. */
public sealed interface Outcome {

    /**
     * A request.
     *
     * @param query null without a question mark
     * @param body ISO-8859-1, so that two outcomes can be compared
     */
    record Asked(
            String method, String rawPath, String path, String query, boolean http11, boolean keepAlive, String body)
            implements Outcome {}

    /** The end of the input, inside a request or between two. */
    record Incomplete() implements Outcome {}

    /**
     * Refused.
     *
     * @param early whether the line had not ended, so a parser that reads whole lines cannot know yet
     */
    record Refused(int status, boolean early) implements Outcome {
        /** Compares the status only. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Refused refused && refused.status == status;
        }

        @Override
        public int hashCode() {
            return status;
        }
    }
}
