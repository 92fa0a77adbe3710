package threadwall.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import threadwall.server.ChildServer;
import threadwall.server.http.RfcCase;
import threadwall.server.http.RfcCases;
import threadwall.server.http.RfcCheck;

/** Checks Tomcat wherever the RFCs leave a server no choice. */
@Tag("slow")
class RfcTest {
    private static final String NOT_UNDERSTOOD = "Tomcat follows 6.1, where a coding that it does not understand is a"
            + " 501, before 6.3, where one that is not chunked is a 400";
    private static final String TOO_LARGE = "Tomcat has one bound for the head, and one status for all that is above";
    private static final String EXTENSIONS =
            "Tomcat knows extensions of tokens only: it answers, and closes as it drops the rest of the body";

    /** Known deviations: no setting of Tomcat 11 fixes these. Remove a line once a setting or a newer Tomcat does. */
    private static final List<Deviation> DEVIATIONS = List.of(
            new Deviation("absolute-form of another host than Host", 400, false, "Tomcat asks that the two are equal"),
            new Deviation("gzip alone", 501, false, NOT_UNDERSTOOD),
            new Deviation("identity", 501, false, NOT_UNDERSTOOD),
            new Deviation("a name that ends in chunked", 501, false, NOT_UNDERSTOOD),
            new Deviation("a name that starts with chunked", 501, false, NOT_UNDERSTOOD),
            new Deviation("HTTP/1.0 with a coding", 200, true, "Tomcat does not read a 1.0 client's codings"),
            new Deviation("a quoted value", 200, false, EXTENSIONS),
            new Deviation("bad whitespace around an extension", 200, false, EXTENSIONS),
            new Deviation("a target of 20,000 bytes", 400, false, TOO_LARGE),
            new Deviation("a target of 20,000 bytes without an end", 400, false, TOO_LARGE));

    private static ChildServer server;
    private static URI url;

    /** What Tomcat answers instead, and why. */
    private record Deviation(String name, int status, boolean goesOn, String reason) {
        RfcCase rfcCase() {
            var found = RfcCases.withoutChoice()
                    .filter(rfcCase -> rfcCase.name().equals(name))
                    .toList();
            assertThat(found).as(name).hasSize(1);
            return found.getFirst();
        }

        @Override
        public String toString() {
            return name + ": " + reason;
        }
    }

    @BeforeAll
    static void start() throws IOException {
        server = Servers.start(ConcurrencyModel.DEFERRED);
        url = URI.create(server.awaitLine("READY").get("url").asString());
    }

    @AfterAll
    static void end() {
        server.close();
    }

    static Stream<RfcCase> cases() {
        var deviating = DEVIATIONS.stream().map(Deviation::rfcCase).toList();
        return RfcCases.withoutChoice().filter(rfcCase -> !deviating.contains(rfcCase));
    }

    static List<Deviation> deviations() {
        return DEVIATIONS;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void givesTheOneAnswer(RfcCase rfcCase) throws IOException {
        RfcCheck.withoutChoice(url, rfcCase);
    }

    @ParameterizedTest
    @MethodSource("deviations")
    void stillDeviates(Deviation deviation) throws IOException {
        RfcCheck.everything(url, deviation.rfcCase().answered(List.of(deviation.status()), deviation.goesOn()));
    }
}
