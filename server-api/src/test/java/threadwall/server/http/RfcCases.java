package threadwall.server.http;

import java.util.List;
import java.util.stream.Stream;

/**
 * What RFC 9110, RFC 9112 and RFC 3986 ask of a server, in their own words, section by section. It decides over every
 * server of ours and over every parser.
 */
public final class RfcCases {
    private RfcCases() {}

    public static Stream<RfcCase> all() {
        return Stream.of(
                        RequestLineCases.cases(),
                        FieldCases.cases(),
                        FramingCases.cases(),
                        ChunkedCases.cases(),
                        ConnectionCases.cases(),
                        MethodCases.cases())
                .flatMap(List::stream);
    }

    /** Those in which the RFC leaves a server no choice of the status, of the connection's fate, or of both. */
    public static Stream<RfcCase> withoutChoice() {
        return all().filter(rfcCase -> rfcCase.leaves() != RfcCase.Leaves.OURS);
    }
}
