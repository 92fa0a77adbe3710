package threadwall.loadgen.sweep.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static threadwall.loadgen.sweep.plan.SweepConfigBuilder.CONTAINER;
import static threadwall.loadgen.sweep.plan.SweepConfigBuilder.at;
import static threadwall.loadgen.sweep.plan.SweepConfigBuilder.host;
import static threadwall.loadgen.sweep.plan.SweepConfigBuilder.target;

import org.junit.jupiter.api.Test;
import threadwall.limits.LimitAssessment;
import threadwall.limits.LimitScope;
import threadwall.loadgen.engine.LoadEngine;
import threadwall.loadgen.sweep.plan.SweepConfig.Requests;
import threadwall.loadgen.sweep.plan.SweepConfig.Spinning;
import threadwall.loadgen.testbed.HostLimits;
import threadwall.loadgen.testbed.StoreKind;
import threadwall.process.PreconditionException;

/** Configurations that are refused: exit 2 for wrong usage, exit 4 when the machine does not allow them. */
class RefusalsTest {

    private static final int USAGE = 2;
    private static final int ENVIRONMENT = 4;
    private static final LimitAssessment PIDS =
            SweepConfigBuilder.wall("kernel.pid_max", LimitScope.PID_NAMESPACE, 32_768, 30_000);
    private static final LimitAssessment MAPS =
            SweepConfigBuilder.wall("vm.max_map_count", LimitScope.PROCESS, 65_530, 15_000);

    @Test
    void anUnknownServer() {
        refused(at(10).servers("kilm"), CONTAINER, USAGE, "no server 'kilm'; there are spring-blocking, ");
    }

    @Test
    void anUnknownRoute() {
        refused(at(10).route("json"), CONTAINER, USAGE, "--route 'json' is not a path such as ");
    }

    @Test
    void fortunesOfAPeerThatHasNoStore() throws PreconditionException {
        refused(
                at(10).servers("kilim", "c-epoll").route("/fortunes"),
                CONTAINER,
                USAGE,
                "c-epoll has no /fortunes, because it has no store; leave it out of --servers, or request /json or ");
        refused(at(10).servers("virtual-threads").route("/fortunes?x"), CONTAINER, USAGE, "virtual-threads has no ");
        assertThat(at(10).servers("virtual-threads", "c-epoll").route("/json").on(CONTAINER))
                .hasSize(2);
    }

    @Test
    void aStoreThatTheServerLacks() {
        refused(
                at(10).servers("kilim", "spring-virtual").route("/fortunes").store(StoreKind.EMBEDDED),
                CONTAINER,
                USAGE,
                "--store embedded: spring-virtual has postgres only; leave --store out, or name only servers with that"
                        + " store: spring-deferred, kilim, kilim-uring, kilim-nio");
        refused(
                at(10).servers("go").route("/json").store(StoreKind.POSTGRES),
                CONTAINER,
                USAGE,
                "--store postgres: go has no store; leave --store out, or name only servers with that store: spring-blocking, ");
    }

    @Test
    void aStoreOfAServerThatTheUserRuns() {
        var builder = at(10).servers().targets(target("mine", null));
        refused(
                builder.store(StoreKind.POSTGRES),
                CONTAINER,
                USAGE,
                "--store does not apply to mine, which is none of threadwall's servers: start it with that store,");
    }

    @Test
    void rowsThatANewEmbeddedStoreLacks() throws PreconditionException {
        var rows = at(10).servers("kilim").route("/db2");
        refused(
                rows,
                CONTAINER,
                USAGE,
                "kilim starts with an embedded store, which has no rows for /db2: add --store postgres");
        assertThat(rows.store(StoreKind.POSTGRES).on(CONTAINER)).hasSize(1);
    }

    @Test
    void aSleepOnNginx() throws PreconditionException {
        var sleeping = at(10).servers("kilim", "nginx");
        refused(sleeping, CONTAINER, USAGE, "nginx has no /json2?time=100, because it cannot sleep and has no store; ");
        refused(
                at(10).servers("nginx").route("/json2"),
                CONTAINER,
                USAGE,
                "nginx has no /json2, because it cannot sleep");
        assertThat(at(10).servers("kilim", "nginx").route("/json?a=b").on(CONTAINER))
                .hasSize(2);
    }

    @Test
    void aFullHouseOfARouteThatDoesNotSleep() {
        refused(
                at(10).route("/json").fullHouse(),
                CONTAINER,
                USAGE,
                "--full-house sets the sleep of /json2?time=…, but --route is /json: leave one of them out");
    }

    @Test
    void repeatedValues() {
        refused(at(10).servers("kilim", "kilim"), CONTAINER, USAGE, "--servers has kilim twice; ");
        refused(at(10, 20, 10), CONTAINER, USAGE, "--connections has 10 twice; ");
        refused(at(10).targets(target("a", null), target("a", null)), CONTAINER, USAGE, "--target has a twice; ");
    }

    @Test
    void repeatedWorkers() {
        refused(at(10).workers(2, null, 2), CONTAINER, USAGE, "--workers has 2 twice; ");
        refused(at(10).workers(null, null), CONTAINER, USAGE, "--workers has default twice; ");
    }

    @Test
    void spinningOffWithoutSuchASetting() throws PreconditionException {
        refused(
                at(10).servers("dotnet", "kilim").spinning(Spinning.DEFAULT, Spinning.OFF),
                CONTAINER,
                USAGE,
                "--spinning off does not work with kilim; it works only with dotnet, dotnet-sockets-3.1,"
                        + " dotnet-sockets-8 (why: docs/explanation/workers.md). Use --spinning default, or leave"
                        + " kilim out of --servers");
        refused(at(10).spinning(Spinning.OFF, Spinning.OFF), CONTAINER, USAGE, "--spinning has off twice; ");
        var builder = at(10).servers().targets(target("mine", null));
        refused(
                builder.spinning(Spinning.OFF),
                CONTAINER,
                USAGE,
                "--spinning off does not apply to mine, which is none of threadwall's servers");
        assertThat(at(10).servers("kilim").spinning(Spinning.DEFAULT).on(CONTAINER))
                .hasSize(1);
    }

    @Test
    void aLoadThatTakesTooLong() {
        refused(
                at(10).requests(new Requests.PerConnection(8_401)),
                CONTAINER,
                USAGE,
                "8,401 requests of each connection that sleep 100 ms take 841 s, and a load may take 840 s");
    }

    @Test
    void moreRequestsThanAbCounts() {
        refused(
                at(40_000).requests(new Requests.PerConnection(2_000_000_000)),
                CONTAINER,
                USAGE,
                "--requests means 80,000,000,000,000 requests at 40,000 connections; the maximum is 2,147,483,647:"
                        + " lower --requests");
    }

    @Test
    void aConnectionForEachRequestByWrk() throws PreconditionException {
        refused(
                at(10).by(LoadEngine.WRK, 1),
                CONTAINER,
                USAGE,
                "wrk cannot open a connection for each request: add --keep-");
        assertThat(at(10).by(LoadEngine.WRK, 1).keepAlive().on(CONTAINER)).hasSize(1);
        assertThat(at(10).by(LoadEngine.OHA, 1).on(CONTAINER)).hasSize(1);
    }

    @Test
    void threadsWithAb() {
        assertThatThrownBy(() -> at(10).clientThreads(2))
                .isInstanceOf(PreconditionException.class)
                .hasMessageStartingWith("--client-threads 2: ab has one thread; ");
    }

    @Test
    void moreThreadsOfAClientThanConnections() throws PreconditionException {
        refused(
                at(2).by(LoadEngine.WRK, 1).keepAlive().clientThreads(3),
                CONTAINER,
                USAGE,
                "--client-threads 3 is more than the 2 connections, and each thread of wrk needs one: lower it");
    }

    @Test
    void connectionsThatWrkWouldDrop() throws PreconditionException {
        refused(
                at(256).by(LoadEngine.WRK, 1).keepAlive().clientThreads(3),
                CONTAINER,
                USAGE,
                "--client-threads 3: all threads of wrk get the same number of connections, and 256 is not a multiple of 3,"
                        + " so 255 would be opened; change --client-threads or --connections");
        assertThat(at(256).by(LoadEngine.OHA, 1).clientThreads(3).on(CONTAINER)).hasSize(1);
    }

    @Test
    void aServerThatKnowsNoHttp10ByAb() throws PreconditionException {
        refused(
                at(10).servers("kilim", "helidon"),
                CONTAINER,
                USAGE,
                "helidon rejects HTTP/1.0, which ab uses, with status 505; use --engine wrk, or leave it out of"
                        + " --servers");
        assertThat(at(10).servers("helidon").by(LoadEngine.OHA, 1).on(CONTAINER))
                .hasSize(1);
    }

    @Test
    void aServerThatKeepsNoHttp10ByAb() throws PreconditionException {
        refused(
                at(10).servers("webflux").keepAlive(),
                CONTAINER,
                USAGE,
                "webflux closes every HTTP/1.0 connection, even with keep-alive, and ab uses HTTP/1.0; use"
                        + " --engine wrk, or leave it out of --servers");
        assertThat(at(10).servers("webflux").on(CONTAINER)).hasSize(1);
        assertThat(at(10).servers("webflux").keepAlive().by(LoadEngine.WRK, 1).on(CONTAINER))
                .hasSize(1);
    }

    @Test
    void aDurationTooShortForAResponseOrTooLong() throws PreconditionException {
        refused(
                at(10).by(LoadEngine.OHA, 2).route("/json2?time=2000"),
                CONTAINER,
                USAGE,
                "a load of 2 s ends before the first answer of a route that sleeps 2,000 ms: use --duration 10s");
        refused(
                at(10).by(LoadEngine.OHA, 200).route("/json2?time=200000"),
                CONTAINER,
                USAGE,
                "a load of 200 s ends before the first answer of a route that sleeps 200,000 ms: use --duration 600s");
        refused(
                at(10).by(LoadEngine.OHA, 600).route("/json2?time=600000"),
                CONTAINER,
                USAGE,
                "a route that sleeps 600,000 ms does not answer within 600 s, the longest load: use a shorter sleep");
        refused(
                at(10).by(LoadEngine.OHA, 601),
                CONTAINER,
                USAGE,
                "--duration 601 s is too long; ask for at most 600 s");
    }

    @Test
    void moreConnectionsThanOneWrkCanHold() throws PreconditionException {
        refused(
                at(12_705).by(LoadEngine.WRK, 1).keepAlive(),
                CONTAINER,
                ENVIRONMENT,
                "asked for 12,705 connections from one process of wrk; nofile is 20,000 (hard) and the port range gives"
                        + " 12,704 connections to a server: ask for fewer, or use --engine ab, which can run several"
                        + " processes");
        assertThat(at(12_704).by(LoadEngine.WRK, 1).keepAlive().on(CONTAINER)).hasSize(1);
    }

    @Test
    void aTimeoutOfMoreThanADay() {
        refused(
                at(10).timeout(2_000_000_000),
                CONTAINER,
                USAGE,
                "--timeout 2,000,000,000 and a sleep of 100 ms together exceed a day");
        refused(at(10).route("/json2?time=999999999"), CONTAINER, USAGE, "--timeout 30 and a sleep of 999,999,999 ms ");
    }

    @Test
    void moreConnectionsThanDescriptorsOfAllServers() {
        refused(
                at(40_000),
                host(1_024, 28_000),
                ENVIRONMENT,
                "asked for 40,000 connections; nofile is 1,024 (hard), so 16 server processes hold at most 11,356;"
                        + " raise it with ops/ulim.sh or ask for fewer");
        refused(at(10), host(256, 28_000), ENVIRONMENT, "asked for 10 connections; nofile is 256 (hard), so ");
    }

    @Test
    void acceptsAsManyConnectionsAsTheRefusalNames() throws PreconditionException {
        assertThat(at(11_356).on(host(1_024, 28_000)).getFirst().shards()).hasSize(16);
        refused(at(11_357), host(1_024, 28_000), ENVIRONMENT, "asked for 11,357 connections; ");
    }

    @Test
    void noPortsForAnAb() {
        refused(at(10), host(20_000, 0), ENVIRONMENT, "nofile is 20,000 (hard) and the port range gives 0 connections");
    }

    @Test
    void moreAbProcessesThanSourceAddresses() {
        refused(
                at(10_000),
                host(20_000, 30),
                ENVIRONMENT,
                "asked for 10,000 connections; nofile is 20,000 (hard) and the port range gives 30 connections per"
                        + " source address, so they need more than 254 addresses, the maximum; raise the"
                        + " lower one (./threadwall doctor --connections 10000 shows how), or ask for fewer");
    }

    @Test
    void moreThanATargetMayHold() {
        refused(
                at(20_000).servers().targets(target("mine", 20_100L)),
                CONTAINER,
                ENVIRONMENT,
                "asked for 20,000 connections to mine; its nofile is 20,100: start it with a higher one, or ask for fewer");
    }

    @Test
    void aFullHouseBeyondTheThreadsOfTheMachine() {
        refused(
                at(40_000).servers("spring-blocking").fullHouse(),
                host(20_000, 28_000, PIDS),
                ENVIRONMENT,
                "asked for 40,000 requests in spring-blocking's handler at once, each on its own thread; kernel.pid_max"
                        + " allows 30,000 threads; raise it (./threadwall doctor --threads 40000 shows how) or ask for fewer");
    }

    @Test
    void aFullHouseBeyondTheThreadsOfAProcessUnlessSharded() throws PreconditionException {
        var blocking = at(40_000).servers("spring-blocking").fullHouse();
        refused(blocking, host(1_048_576, 28_000, MAPS), ENVIRONMENT, "asked for 40,000 requests in spring-blocking's");
        assertThat(blocking.on(host(20_000, 28_000, MAPS))).hasSize(1);
    }

    @Test
    void acceptsAFullHouseOfServersWithoutAThreadForEachRequest() throws PreconditionException {
        for (var server : new String[] {"kilim", "spring-virtual", "spring-deferred"}) {
            assertThat(at(40_000).servers(server).fullHouse().on(host(20_000, 28_000, PIDS)))
                    .hasSize(1);
        }
    }

    @Test
    void acceptsAFullHouseBelowTheLimitAndOtherLoadsAboveIt() throws PreconditionException {
        assertThat(at(30_000).servers("spring-blocking").fullHouse().on(host(20_000, 28_000, PIDS)))
                .hasSize(1);
        assertThat(at(40_000).servers("spring-blocking").on(host(20_000, 28_000, PIDS)))
                .hasSize(1);
    }

    private static void refused(SweepConfigBuilder builder, HostLimits host, int exitCode, String message) {
        assertThatThrownBy(() -> builder.on(host))
                .isInstanceOfSatisfying(
                        PreconditionException.class,
                        refused -> assertThat(refused.exitCode()).isEqualTo(exitCode))
                .hasMessageStartingWith(message);
    }

    @Test
    void aRateThatNewConnectionsCannotSustain() throws PreconditionException {
        refused(
                at(1_000).atRates(30, 5_000),
                CONTAINER,
                ENVIRONMENT,
                "asked for 5,000 new connections a second, each of which may keep a port of the client for a minute; the"
                        + " client's 28,232 ports are used up after 6 s: leave out --no-keep-alive, or ask for --rate 941 at most");
        assertThat(at(1_000).atRates(30, 941).on(CONTAINER)).hasSize(1);
        assertThat(at(1_000).atRates(30, 5_000).keepAlive().on(CONTAINER)).hasSize(1);
    }

    @Test
    void moreRequestsThanALoadMayHave() throws PreconditionException {
        refused(
                at(1_000).atRates(600, 20_000).keepAlive(),
                CONTAINER,
                USAGE,
                "--rate 20,000 for 600 s makes 12,000,000 requests; the maximum is 6,000,000: lower");
    }
}
