package threadwall.kilim.http;

/** How much of the next request has arrived. */
public enum RequestProgress {
    /** Nothing, or only empty lines or a part of one, which belong to no request. */
    NOTHING,

    /** A part of the request line or of the header fields. */
    HEAD,

    /** The whole head, but not all of the body and its trailer fields. */
    BODY
}
