package threadwall.loadgen.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;
import threadwall.record.ClientHost;
import threadwall.record.ClientLoad;

class TsungScenarioTest {

    private static final String URL = "http://198.18.0.1:8090/json2?time=100&x=<1>";
    private static final List<ClientHost> HOSTS = List.of(
            new ClientHost("lab1", "198.18.1.1", 1, 8_000, null), new ClientHost("lab2", "198.18.2.1", 2, 9_000, null));

    private static ClientLoad load(Long requests, Integer seconds, Integer rate, boolean keepAlive) {
        return new ClientLoad(
                        URL.replace("<1>", "%3C1%3E"),
                        1_000,
                        requests,
                        seconds,
                        rate,
                        null,
                        null,
                        keepAlive,
                        true,
                        31,
                        null)
                .by(HOSTS);
    }

    private static Document parsed(TsungScenario scenario) throws Exception {
        var factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        return factory.newDocumentBuilder().parse(new InputSource(new StringReader(scenario.xml())));
    }

    private static String value(Document xml, String element, int index, String attribute) {
        return ((Element) xml.getElementsByTagName(element).item(index)).getAttribute(attribute);
    }

    @Test
    void eachConnectionOfAClosedLoopIsAUser() throws Exception {
        var scenario = new TsungScenario(load(4_001L, null, null, true));
        assertThat(scenario.users()).isEqualTo(1_000);
        assertThat(scenario.requestsPerUser()).isEqualTo(5);
        var xml = parsed(scenario);
        assertThat(value(xml, "tsung", 0, "dumptraffic")).isEqualTo("protocol_local");
        assertThat(value(xml, "client", 1, "host")).isEqualTo("198.18.2.1");
        assertThat(value(xml, "client", 1, "cpu")).isEqualTo("2");
        assertThat(value(xml, "client", 1, "maxusers")).isEqualTo("9000");
        assertThat(value(xml, "client", 0, "weight")).isEqualTo("8000");
        assertThat(value(xml, "client", 1, "weight")).isEqualTo("18000");
        assertThat(value(xml, "thinktime", 0, "value")).isEqualTo("3");
        assertThat(value(xml, "server", 0, "host")).isEqualTo("198.18.0.1");
        assertThat(value(xml, "server", 0, "port")).isEqualTo("8090");
        assertThat(value(xml, "load", 0, "duration")).isEqualTo("1740");
        assertThat(value(xml, "users", 0, "maxnumber")).isEqualTo("1000");
        assertThat(value(xml, "users", 0, "arrivalrate")).isEqualTo("4500");
        assertThat(value(xml, "option", 1, "value")).isEqualTo("31000");
        assertThat(value(xml, "for", 0, "to")).isEqualTo("5");
        assertThat(value(xml, "http", 0, "url")).isEqualTo("/json2?time=100&x=%3C1%3E");
        assertThat(xml.getElementsByTagName("http_header").getLength()).isZero();
    }

    @Test
    void eachRequestOfALoadAtARateIsAUser() throws Exception {
        var scenario = new TsungScenario(load(null, 20, 500, false));
        var xml = parsed(scenario);
        assertThat(value(xml, "arrivalphase", 0, "duration"))
                .as("maxnumber ends it")
                .isEqualTo("30");
        assertThat(value(xml, "users", 0, "maxnumber")).isEqualTo("10000");
        assertThat(value(xml, "users", 0, "arrivalrate")).isEqualTo("500");
        assertThat(value(xml, "for", 0, "to")).isEqualTo("1");
        assertThat(value(xml, "http_header", 0, "value")).isEqualTo("close");
    }

    @Test
    void aLoadThatEndsByTimeAloneIsRefused() {
        var load = load(null, 20, null, true);
        assertThatThrownBy(() -> new TsungScenario(load))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a load of Tsung needs a number of requests, or a rate and seconds");
    }
}
