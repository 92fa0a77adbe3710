package threadwall.server.http;

import static threadwall.server.http.AnswerReader.require;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import threadwall.server.http.AnswerReader.RawAnswer;

/**
 * Sends a case's bytes to a server and checks what comes back: against the case, and against what holds for any
 * response.
 */
public final class RfcCheck {
    /** Longer than any expected wait; reaching it fails the check. */
    private static final int PATIENCE_MILLIS = 20_000;

    private static final DateTimeFormatter IMF_FIXDATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);

    private final RfcCase rfcCase;
    private final boolean checksStatuses;
    private final boolean checksFate;
    private final Instant begin = Instant.now();

    private RfcCheck(RfcCase rfcCase, boolean checksStatuses, boolean checksFate) {
        this.rfcCase = rfcCase;
        this.checksStatuses = checksStatuses;
        this.checksFate = checksFate;
    }

    /** Checks everything that the case says. */
    public static void everything(URI server, RfcCase rfcCase) throws IOException {
        new RfcCheck(rfcCase, true, true).run(server);
    }

    /** Checks only what the RFC prescribes. */
    public static void withoutChoice(URI server, RfcCase rfcCase) throws IOException {
        new RfcCheck(rfcCase, rfcCase.leaves().oneStatus, rfcCase.leaves().oneFate).run(server);
    }

    private void run(URI server) throws IOException {
        try (var socket = new Socket(server.getHost(), server.getPort())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.setTcpNoDelay(true);
            var reader = new AnswerReader(new BufferedInputStream(socket.getInputStream()));
            var answers = new ArrayList<RawAnswer>();
            try {
                for (int i = 0; i < rfcCase.statuses().size(); i++) {
                    if (i < rfcCase.parts().size()) {
                        send(socket, rfcCase.parts().get(i));
                    }
                    answers.add(reader.read(rfcCase.asksHead()));
                }
                checkStatuses(answers);
                answers.forEach(this::checkAnswer);
                if (checksFate) {
                    checkFate(socket, reader, answers.getLast());
                }
            } catch (IOException | AssertionError e) {
                throw new AssertionError(explanation(answers), e);
            }
        }
    }

    private void checkStatuses(List<RawAnswer> answers) {
        var statuses = answers.stream().map(RawAnswer::status).toList();
        require(!checksStatuses || statuses.equals(rfcCase.statuses()), "statuses are " + statuses);
    }

    /**
     * RFC 9110, 6.6.1: Date; 15.5.6: Allow; 8.6: no length in an interim response; RFC 9112, 6.1: no coding for
     * HTTP/1.0.
     */
    private void checkAnswer(RawAnswer answer) {
        if (answer.isInterim()) {
            require(answer.all("content-length").isEmpty(), "an interim answer with a length: " + answer);
            require(answer.all("transfer-encoding").isEmpty(), "an interim answer with a coding: " + answer);
            return;
        }
        require(!rfcCase.isOld() || answer.all("transfer-encoding").isEmpty(), "coded for HTTP/1.0: " + answer);
        require(answer.status() != 405 || answer.all("allow").size() == 1, "405 without Allow: " + answer);
        if (answer.status() < 500) {
            require(answer.all("date").size() == 1, "not one Date: " + answer);
            var date = Instant.from(IMF_FIXDATE.parse(answer.all("date").getFirst()));
            require(date.isAfter(begin.minusSeconds(2)), "a Date before the request: " + answer);
            require(date.isBefore(Instant.now().plusSeconds(2)), "a Date after the answer: " + answer);
        }
    }

    private void checkFate(Socket socket, AnswerReader reader, RawAnswer last) throws IOException {
        if (!rfcCase.goesOn()) {
            require(reader.atEnd(), "the connection goes on");
            return;
        }
        send(socket, RfcCase.get("/json"));
        var next = reader.read(false);
        require(next.status() == 200, "the next request was answered " + next);
        if (rfcCase.asksHead() && last.status() == 200) {
            // RFC 9110, 8.6: the length of the content that GET would return; such a case requests /json too
            require(last.all("content-length").equals(next.all("content-length")), last + " differs from " + next);
        }
    }

    private static void send(Socket socket, String bytes) {
        try {
            socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            // a server may refuse and close before it has read all; its response is read all the same, or the check
            // fails then
        }
    }

    private String explanation(List<RawAnswer> answers) {
        return """
                %s: «%s»
                sent:     %s
                expected: %s, then the connection %s%s
                came:     %s""".formatted(
                        rfcCase,
                        rfcCase.quote(),
                        readable(String.join("‖", rfcCase.parts())),
                        checksStatuses ? rfcCase.statuses() : "any answer",
                        rfcCase.goesOn() ? "goes on" : "ends",
                        checksFate ? "" : " or not",
                        answers);
    }

    private static String readable(String bytes) {
        var text = bytes.length() > 300 ? bytes.substring(0, 300) + "…" : bytes;
        return text.replace("\r", "\\r").replace("\n", "\\n").replaceAll("[\\x00-\\x1f\\x7f]", "?");
    }
}
