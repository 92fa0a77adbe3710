package threadwall.kilim.http;

/** How much of the next request has come. */
public enum RequestProgress {
    /** Nothing, but for empty lines, which belong to no request. */
    NOTHING,

    /** A part of the request line or of the header fields. */
    HEAD,

    /** The whole head; of the body, or the trailer fields behind it, something is missing. */
    BODY
}
