package threadwall.loadgen.engine;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.record.ClientHost;
import threadwall.record.ClientLoad;
import threadwall.record.RequestMessage;

/**
 * What Tsung is to do, as the XML file that it reads ({@code tsung-1.0.dtd} of Tsung 1.7).
 *
 * <p>A load without a rate is a closed loop, as that of {@code ab}: each connection is a user of Tsung who sends the
 * next request after the last response, without a pause. A load with a rate is open arrivals: each user makes one
 * request on a connection of its own.
 *
 * @param load has hosts, and a number of requests or a rate with seconds
 */
record TsungScenario(ClientLoad load) {

    /**
     * After so long a run ends, whatever is left of it: nothing else ends one that has lost a host. It takes up to a minute
     * to begin.
     */
    private static final long END_SECONDS = Tsung.LONGEST.minusMinutes(1).toSeconds();

    /** More start late: a trial on two cores, without a record, saw 2,400 a second at most for each process. */
    private static final int STARTS_PER_PROCESS = 1_500;

    /**
     * A user's pause after its last response. Erlang writes to a file after two seconds ({@code delayed_write}), and an agent
     * whose users have finished ends without writing what is left.
     */
    private static final int LAST_PAUSE_SECONDS = 3;

    /** By how much the phase of arrivals is longer than the load, which ends it. */
    private static final int PHASE_MARGIN_SECONDS = 10;

    private static final int MILLIS_PER_SECOND = 1_000;

    /** The project's root, from the folder that {@code loadgen/tsung/run.sh} goes to. */
    private static final Path FROM_TSUNG = Path.of("..", "..");

    TsungScenario {
        if (load.requests() == null && (load.rate() == null || load.seconds() == null)) {
            throw new IllegalArgumentException("a load of Tsung needs a number of requests, or a rate and seconds");
        }
    }

    /**
     * How long it takes until all users of a closed loop have started, in seconds. Each process of a host asks the controller
     * for its users, one after the other ({@code ts_launcher.erl} of Tsung 1.7), so it starts one in each round trip at most.
     */
    static double startSeconds(List<ClientHost> hosts, int connections) {
        double all = hosts.stream().mapToDouble(TsungScenario::weight).sum();
        return hosts.stream()
                .mapToDouble(host -> connections * weight(host) / all / startsPerSecond(host))
                .max()
                .orElse(0);
    }

    private static double startsPerSecond(ClientHost host) {
        var readings = host.readings();
        double each = readings == null || readings.roundTripMillis() == null
                ? STARTS_PER_PROCESS
                : Math.min(STARTS_PER_PROCESS, MILLIS_PER_SECOND / readings.roundTripMillis());
        return host.processes() * each;
    }

    /** A host's share of the users is as its descriptors and ports, since each user needs one of both. */
    private static int weight(ClientHost host) {
        return host.processes() * host.maxConnections();
    }

    /** How many users start. */
    long users() {
        return load.rate() == null ? load.connections() : (long) load.rate() * load.seconds();
    }

    /** Requests of a user; the total is rounded up to the same number for each. */
    long requestsPerUser() {
        return load.rate() == null ? Math.ceilDiv(load.requests(), (long) load.connections()) : 1;
    }

    String xml() {
        var url = URI.create(load.url());
        int timeout = load.timeoutSeconds() * MILLIS_PER_SECOND;
        // Tsung adds a line a request to a file on each host: its own figures have means only
        return """
                <?xml version="1.0"?>
                <!DOCTYPE tsung SYSTEM "/usr/share/tsung/tsung-1.0.dtd">
                <tsung loglevel="notice" dumptraffic="protocol_local" version="1.0">
                  <clients>
                %s
                  </clients>
                  <servers>
                    <server host="%s" port="%d" type="tcp"/>
                  </servers>
                  <load duration="%d" unit="second">
                    <arrivalphase phase="1" duration="%d" unit="second">
                      <users maxnumber="%d" arrivalrate="%d" unit="second"/>
                    </arrivalphase>
                  </load>
                  <options>
                    <option name="connect_timeout" value="%d"/>
                    <option name="idle_timeout" value="%d"/>
                    <option name="max_retries" value="0"/>
                  </options>
                  <sessions>
                    <session name="load" probability="100" type="ts_http">
                      <for from="1" to="%d" var="request">
                        <request>
                          <http url="%s" version="1.1" %s>%s</http>
                        </request>
                      </for>
                      <thinktime value="%d" random="false"/>
                    </session>
                  </sessions>
                </tsung>
                """.formatted(
                load.hosts().stream().map(TsungScenario::client).collect(Collectors.joining("\n")),
                url.getHost(),
                url.getPort(),
                END_SECONDS,
                arrivalSeconds(),
                users(),
                startsPerSecond(),
                timeout,
                timeout,
                requestsPerUser(),
                escaped(url.getRawQuery() == null ? url.getRawPath() : url.getRawPath() + "?" + url.getRawQuery()),
                request(),
                headers(),
                LAST_PAUSE_SECONDS);
    }

    /** Attributes of an element {@code http}. Tsung's controller reads the file and sends its content to the hosts. */
    private String request() {
        var request = load.request();
        if (request == null) {
            return "method=\"GET\"";
        }
        var method = "method=\"%s\"".formatted(request.method());
        var type = headersOfRequest()
                .filter(RequestMessage::isContentType)
                .map(header -> " content_type=\"%s\"".formatted(escaped(RequestMessage.value(header))))
                .collect(Collectors.joining());
        return request.body() == null
                ? method
                : "%s contents_from_file=\"%s\"%s"
                        .formatted(
                                method,
                                escaped(FROM_TSUNG.resolve(request.body()).toString()),
                                type);
    }

    private Stream<String> headersOfRequest() {
        return load.request() == null ? Stream.of() : load.request().headers().stream();
    }

    private String headers() {
        var own = headersOfRequest().filter(header -> !RequestMessage.isContentType(header));
        return Stream.concat(load.keepAlive() ? Stream.of() : Stream.of("Connection: close"), own)
                .map(header -> header.split(": *", 2))
                .map(parts -> "<http_header name=\"%s\" value=\"%s\"/>".formatted(escaped(parts[0]), escaped(parts[1])))
                .collect(Collectors.joining());
    }

    /** By address: a name would have to be known on all hosts. */
    private static String client(ClientHost host) {
        return host.isThisMachine()
                ? "    <client host=\"localhost\" use_controller_vm=\"true\" maxusers=\"%d\" weight=\"%d\"/>"
                        .formatted(host.maxConnections(), host.maxConnections())
                : "    <client host=\"%s\" cpu=\"%d\" maxusers=\"%d\" weight=\"%d\"/>"
                        .formatted(escaped(host.address()), host.processes(), host.maxConnections(), weight(host));
    }

    private long startsPerSecond() {
        return load.rate() == null
                ? (long) STARTS_PER_PROCESS
                        * load.hosts().stream().mapToInt(ClientHost::processes).sum()
                : load.rate();
    }

    /**
     * Of the phase of arrivals. Without a rate it ends when all users have started, and with one too, by {@code maxnumber}:
     * Tsung cuts the phase's start to whole seconds, so a phase that was only as long as the load lost up to one of them
     * ({@code ts_launcher.erl} of Tsung 1.7), and arrivals are random, so half of the loads would be cut off.
     */
    private long arrivalSeconds() {
        return load.rate() == null ? END_SECONDS : load.seconds() + PHASE_MARGIN_SECONDS;
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
