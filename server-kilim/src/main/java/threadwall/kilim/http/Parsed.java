package threadwall.kilim.http;

import threadwall.server.Answer;

/** What a look at the bytes received so far yields. */
public sealed interface Parsed permits Request, Parsed.Incomplete, Parsed.Refused {

    /** A request's first line, or what is wrong with it. */
    sealed interface FirstLine permits RequestLine, Refused {}

    /** More bytes are needed. */
    enum Incomplete implements Parsed {
        INCOMPLETE
    }

    /** No request that this server takes; what follows cannot be understood, so the connection ends. */
    record Refused(Status status, String reason) implements Parsed, FirstLine {
        public Response response() {
            return Response.refusal(status, new Answer.Refusal(reason));
        }
    }
}
