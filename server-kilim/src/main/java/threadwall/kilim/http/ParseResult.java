package threadwall.kilim.http;

/** What a look at the bytes received so far yields. */
public sealed interface ParseResult permits Request, ParseResult.Incomplete, ParseResult.Refused {

    /** More bytes are needed. */
    enum Incomplete implements ParseResult {
        INCOMPLETE
    }

    /** No request that this server takes; what follows cannot be understood, so the connection ends. */
    record Refused(HttpStatus status, String reason) implements ParseResult {
        static Refused bad(String reason) {
            return new Refused(HttpStatus.BAD_REQUEST, reason);
        }

        /**
         * For a byte that must not stand where it does.
         *
         * @param reason unless the byte by itself says more: that it may stand nowhere
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
