package threadwall.loadgen.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RouteExpectationTest {

    private static final String HELLO = "{\"message\":\"Hello, World! 100\"}";
    private static final String FORTUNES = "[{\"id\":1,\"message\":\"a\"},{\"id\":2,\"message\":\"<b>字\"}]";

    private final RouteExpectation json2 = expect("/json2?time=100");

    @Test
    void aCorrectAnswerHasNoFault() {
        assertThat(json2.faultIn(answer(HELLO))).isEmpty();
        assertThat(expect("/json").faultIn(answer("{\"message\":\"Hello, World!\"}")))
                .isEmpty();
        assertThat(expect("/fortunes").faultIn(answer(FORTUNES))).isEmpty();
    }

    @Test
    void aRowOfWorld() {
        var db2 = expect("/db2?max=20");
        assertThat(db2.faultIn(answer("{\"id\":20,\"randomNumber\":10000}"))).isEmpty();
        assertThat(db2.faultIn(answer("{\"id\":1,\"randomNumber\":1}")))
                .as("any row will do")
                .isEmpty();
        assertThat(expect("/db2").faultIn(answer("{\"id\":10000,\"randomNumber\":7}")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":21,\"randomNumber\":1}",
                "{\"id\":0,\"randomNumber\":1}",
                "{\"id\":1,\"randomNumber\":10001}",
                "{\"id\":1,\"randomNumber\":\"1\"}",
                "{\"id\":1}",
                "{\"id\":1,\"randomNumber\":1,\"more\":1}",
                "[]",
                "{"
            })
    void notARowOfWorld(String body) {
        assertThat(expect("/db2?max=20").faultIn(answer(body))).isPresent();
    }

    @Test
    void anotherStatus() {
        var answer = answer(HELLO);
        assertThat(json2.faultIn(new HttpResponse(503, true, answer.headers(), answer.body(), 100)))
                .contains("status 503 instead of 200: " + HELLO);
    }

    @Test
    void aContentLengthThatIsMissingOrWrong() {
        assertThat(json2.faultIn(with("content-length", null)))
                .contains("Content-Length missing with a body of 31 bytes");
        assertThat(json2.faultIn(with("content-length", "30"))).contains("Content-Length 30 with a body of 31 bytes");
        assertThat(json2.faultIn(with("content-length", "31, 31"))).isPresent();
    }

    @Test
    void anotherContentType() {
        assertThat(json2.faultIn(with("content-type", "text/plain")))
                .contains("Content-Type text/plain instead of application/json");
        assertThat(json2.faultIn(with("content-type", null)))
                .contains("Content-Type missing instead of application/json");
        assertThat(json2.faultIn(with("content-type", "application/jsonp"))).isPresent();
        assertThat(json2.faultIn(with("content-type", "application/json;charset=UTF-8")))
                .isEmpty();
    }

    @Test
    void aMissingDate() {
        assertThat(json2.faultIn(with("date", null))).contains("Date missing");
    }

    @ParameterizedTest
    @ValueSource(strings = {"now", "2026-02-03T04:05:06Z", "Tue, 03 Feb 2026 04:05:06", "Tue Feb  3 04:05:06 2026"})
    void aMalformedDate(String date) {
        assertThat(json2.faultIn(with("date", date))).contains("Date is not a date: " + date);
    }

    @Test
    void aDateThatIsOff() {
        var past = date(Instant.now().minusSeconds(7_200));
        assertThat(json2.faultIn(with("date", past))).get().asString().startsWith("Date " + past + " is 72");
        assertThat(json2.faultIn(with("date", date(Instant.now().plusSeconds(7_200)))))
                .isPresent();
    }

    @Test
    void anotherBody() {
        assertThat(json2.faultIn(answer("{\"message\":\"Hello, World! 101\"}")))
                .contains("body {\"message\":\"Hello, World! 101\"} instead of " + HELLO);
        assertThat(json2.faultIn(answer(""))).contains("body  instead of " + HELLO);
    }

    @Test
    void bodiesAreShownShortAndWithoutControlCharacters() {
        assertThat(json2.faultIn(answer("\u001b[2J\r\n" + "x".repeat(100))))
                .contains("body  [2J  " + "x".repeat(54) + "… (106 bytes) instead of " + HELLO);
    }

    @Test
    void anAnswerThatIsTooEarly() {
        assertThat(json2.faultIn(after(60.04))).contains("answered after 60.0 ms instead of 100 ms of sleep");
        assertThat(json2.faultIn(after(97.9))).isPresent();
        assertThat(json2.faultIn(after(98))).isEmpty();
        assertThat(json2.faultIn(after(5_000))).isEmpty();
        assertThat(expect("/json")
                        .faultIn(new HttpResponse(
                                200,
                                true,
                                answer("{\"message\":\"Hello, World!\"}").headers(),
                                utf8("{\"message\":\"Hello, World!\"}"),
                                0)))
                .isEmpty();
    }

    @Test
    void malformedFortunes() {
        assertThat(fortunes("[{\"id\":2,\"message\":\"b\"},{\"id\":1,\"message\":\"a\"}]"))
                .contains("rows are not in id order");
        assertThat(fortunes("[{\"id\":1,\"message\":\"b\"},{\"id\":1,\"message\":\"a\"}]"))
                .contains("rows are not in id order");
        assertThat(fortunes("[{\"id\":\"1\",\"message\":\"b\"}]"))
                .contains("a row is not {\"id\":…,\"message\":…}: {\"id\":\"1\",\"message\":\"b\"}");
        assertThat(fortunes("[{\"id\":1,\"message\":\"b\",\"c\":0}]")).isPresent();
        assertThat(fortunes("[{\"id\":1}]")).isPresent();
        assertThat(fortunes("[]")).contains("body is not a list of fortunes: []");
        assertThat(fortunes("{}")).contains("body is not a list of fortunes: {}");
        assertThat(fortunes("")).isPresent();
        assertThat(fortunes("[{\"id\":1,")).contains("body is not JSON: [{\"id\":1,");
    }

    @Test
    void fortunesThatDifferFromTheFirstAnswer() {
        var expectation = expect("/fortunes");
        assertThat(expectation.faultIn(answer(FORTUNES))).isEmpty();
        assertThat(expectation.faultIn(answer(FORTUNES))).isEmpty();
        assertThat(expectation.faultIn(answer("[{\"id\":1,\"message\":\"a\"}]")))
                .get()
                .asString()
                .startsWith("body [");
    }

    @Test
    void malformedFortunesAreNoReference() {
        var expectation = expect("/fortunes");
        assertThat(expectation.faultIn(answer("[]"))).isPresent();
        assertThat(expectation.faultIn(answer(FORTUNES))).isEmpty();
    }

    @Test
    void anyOtherRouteAnswersAsItDidAtFirst() {
        var expectation = expect("/theirs");
        assertThat(expectation.faultIn(answer("one", Map.of("content-type", "text/plain"))))
                .isEmpty();
        assertThat(expectation.faultIn(answer("one", Map.of()))).isEmpty();
        assertThat(expectation.faultIn(answer("two", Map.of()))).contains("body two instead of one");
        assertThat(expect("/theirs").faultIn(with("content-length", "1"))).isPresent();
    }

    private static Optional<String> fortunes(String body) {
        return expect("/fortunes").faultIn(answer(body));
    }

    private static RouteExpectation expect(String route) {
        return new RouteExpectation(new RequestRoute(route), null);
    }

    private static HttpResponse answer(String body) {
        return answer(body, Map.of());
    }

    @Test
    void ofAServerThatIsNotOursNoHeaderIsNeeded() {
        var none = new HashMap<String, String>();
        none.put("date", null);
        none.put("content-length", null);
        assertThat(json2.faultIn(answer(HELLO, none))).isPresent();
        assertThat(target("/json2?time=100", null, null).faultIn(answer(HELLO, none)))
                .isEmpty();
        assertThat(target("/price", null, null).faultIn(with("content-length", "7")))
                .as("one that is there has to be right")
                .contains("Content-Length 7 with a body of %d bytes".formatted(HELLO.length()));
        assertThat(target("/price", null, null).faultIn(with("date", date(Instant.EPOCH))))
                .hasValueSatisfying(fault -> assertThat(fault).endsWith("s off"));
    }

    @Test
    void ofAServerThatIsNotOursAllBodiesAreTheSame() {
        var route = target("/price", null, null);
        assertThat(route.faultIn(answer("id=7 price=12"))).isEmpty();
        assertThat(route.faultIn(answer("id=7 price=12"))).isEmpty();
        assertThat(route.faultIn(answer("id=8 price=12")))
                .contains("body id=8 price=12 instead of id=7 price=12;"
                        + " if a part of the body may differ, name it: --ignore REGEX");
    }

    @Test
    void whatMayDifferIsIgnored() {
        var route = target("/price", null, "id=\\d+");
        assertThat(route.faultIn(answer("id=7 price=12"))).isEmpty();
        assertThat(route.faultIn(answer("id=1234 price=12"))).isEmpty();
        assertThat(route.faultIn(answer("id=8 price=13")))
                .hasValueSatisfying(fault -> assertThat(fault).startsWith("body  price=13 instead of  price=12"));
    }

    @Test
    void aTextThatIsExpectedIsInEachBody() {
        var route = target("/price", "price", ".+");
        assertThat(route.faultIn(answer("price=1"))).isEmpty();
        assertThat(route.faultIn(answer("an error page"))).contains("the body does not contain 'price': an error page");
    }

    @Test
    void aDifferenceFarFromTheStartIsShown() {
        var same = "x".repeat(500);
        var route = target("/page", null, null);
        assertThat(route.faultIn(answer(same + "1"))).isEmpty();
        assertThat(route.faultIn(answer(same + "2")))
                .hasValueSatisfying(fault -> assertThat(fault)
                        .startsWith("body from byte 480 on %1$s2 instead of %1$s1".formatted("x".repeat(20))));
    }

    @Test
    void aStatusThatIsExpectedIsThatOfEachResponse() {
        var route = new RouteExpectation(new RequestRoute("/orders"), new TargetAnswer(201, null, null, null));
        var created = new HttpResponse(201, true, Map.of("content-length", "2"), utf8("ok"), 1);
        assertThat(route.faultIn(created)).isEmpty();
        assertThat(route.faultIn(answer("ok"))).contains("status 200 instead of 201: ok");
    }

    @Test
    void aValueThatIsExpectedIsInEachBody() {
        var route = new RouteExpectation(
                new RequestRoute("/price"),
                new TargetAnswer(200, null, JsonPath.parse("$.price"), Pattern.compile(".+")));
        assertThat(route.faultIn(answer("{\"price\":1}"))).isEmpty();
        assertThat(route.faultIn(answer("{}"))).contains("the body has nothing at $.price: {}");
    }

    @Test
    void aValueThatIsMissingIsNamedBeforeADifference() {
        var route = new RouteExpectation(
                new RequestRoute("/price"), new TargetAnswer(200, null, JsonPath.parse("$.price"), null));
        assertThat(route.faultIn(answer("{\"price\":1}"))).isEmpty();
        assertThat(route.faultIn(answer("{}"))).contains("the body has nothing at $.price: {}");
        assertThat(route.faultIn(answer("{\"price\":2}")))
                .hasValueSatisfying(fault -> assertThat(fault).contains("--ignore"));
    }

    @Test
    void aRedirectSaysWhereTo() {
        var redirect = new HttpResponse(302, true, Map.of("location", "/login"), utf8("moved"), 1);
        assertThat(target("/price", null, null).faultIn(redirect))
                .contains("status 302 instead of 200 (Location: /login): moved");
    }

    private static RouteExpectation target(String route, String contains, String ignore) {
        return new RouteExpectation(
                new RequestRoute(route),
                new TargetAnswer(200, contains, null, ignore == null ? null : Pattern.compile(ignore)));
    }

    private static HttpResponse after(double millis) {
        return new HttpResponse(200, true, answer(HELLO).headers(), utf8(HELLO), millis);
    }

    private static HttpResponse with(String header, String value) {
        var change = new HashMap<String, String>();
        change.put(header, value);
        return answer(HELLO, change);
    }

    /** A correct answer with these headers instead; {@code null} removes one. */
    private static HttpResponse answer(String body, Map<String, String> change) {
        var headers = new HashMap<String, String>();
        headers.put("content-length", String.valueOf(utf8(body).length));
        headers.put("content-type", "application/json");
        headers.put("date", date(Instant.now()));
        headers.putAll(change);
        headers.values().removeIf(Objects::isNull);
        return new HttpResponse(200, true, headers, utf8(body), 100.5);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String date(Instant at) {
        return DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
                .format(at.atZone(ZoneOffset.UTC));
    }
}
