package threadwall.kilim.http;

/** The result of parsing the bytes received so far. */
public sealed interface ParseResult permits Request, ParseResult.Incomplete, ParseResult.Refused {

    /** More bytes are needed. */
    enum Incomplete implements ParseResult {
        INCOMPLETE
    }

    /** Not a request that this server accepts. What follows cannot be parsed, so the connection ends. */
    record Refused(HttpStatus status, String reason) implements ParseResult {
        static Refused bad(String reason) {
            return new Refused(HttpStatus.BAD_REQUEST, reason);
        }

        /**
         * For a byte that is not allowed at its position.
         *
         * @param reason used unless the byte is allowed nowhere, which is the better reason
         */
        static Refused unexpected(byte b, String reason) {
            return bad(
                    switch (b) {
                        case '\n' -> "a LF without its CR";
                        case '\t', '\r' -> reason;
                        default -> b >= 0 && b < ' ' || b == 0x7f ? "a control character in the head" : reason;
                    });
        }
    }
}
