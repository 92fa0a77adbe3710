package threadwall.kilim.http;

/**
 * Size limits of a request. A request above one is refused as soon as that is certain.
 *
 * @param requestLineBytes of the request line without its CRLF, plus the empty lines before it; above: 414
 * @param headBytes from the first byte of the request line to the empty line after the header fields; above: 431
 * @param headerFields lines; above: 431. The same limit applies to trailer fields, counted separately
 * @param bodyBytes of content, without the framing of chunks; above: 413
 */
public record HttpLimits(int requestLineBytes, int headBytes, int headerFields, int bodyBytes) {
    public static final HttpLimits DEFAULT = new HttpLimits(8 * 1024, 16 * 1024, 100, 64 * 1024);
}
