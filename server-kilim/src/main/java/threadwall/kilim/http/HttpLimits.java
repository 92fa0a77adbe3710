package threadwall.kilim.http;

/**
 * The most that a request may have. A request within them is parsed; one above is refused as soon as it is seen to be.
 *
 * @param requestLineBytes of the request line without its CRLF, and of the empty lines before it; above: 414
 * @param headBytes from the first byte of the request line to the empty line behind the header fields; above: 431
 * @param headerFields lines; above: 431. Trailer fields are bounded alike, by themselves
 * @param bodyBytes of content, without the framing of chunks; above: 413
 */
public record HttpLimits(int requestLineBytes, int headBytes, int headerFields, int bodyBytes) {
    public static final HttpLimits DEFAULT = new HttpLimits(8 * 1024, 16 * 1024, 100, 64 * 1024);
}
