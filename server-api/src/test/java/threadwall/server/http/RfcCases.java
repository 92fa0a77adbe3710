package threadwall.server.http;

import java.util.List;
import java.util.stream.Stream;

/**
 * What RFC 9110, RFC 9112 and RFC 3986 require of a server, in their own words, by section. All our servers and parsers
 * are tested against it.
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

    /** The cases in which the RFC prescribes the status, the connection's end, or both. */
    public static Stream<RfcCase> withoutChoice() {
        return all().filter(rfcCase -> rfcCase.leaves() != RfcCase.Leaves.OURS);
    }
}
