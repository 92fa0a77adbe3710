package threadwall.kilim.http.reference;

/** What the reference parser makes of some of the bytes. */
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

    /** The end of the input, within a request or between two. */
    record Incomplete() implements Outcome {}

    /**
     * Nothing that is taken.
     *
     * @param early whether its line had not ended, so that a parser that looks at whole lines cannot know it yet
     */
    record Refused(int status, boolean early) implements Outcome {
        /** By the status. */
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
