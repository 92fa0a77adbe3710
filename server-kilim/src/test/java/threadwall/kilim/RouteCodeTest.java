package threadwall.kilim;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import kilim.Mailbox;
import kilim.Pausable;
import kilim.PauseReason;
import kilim.Task;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.kilim.connection.ConnectionLimits;
import threadwall.kilim.connection.Route;
import threadwall.kilim.http.Request;
import threadwall.kilim.http.Response;
import threadwall.kilim.io.TransportKind;
import threadwall.kilim.loop.EventLoop;
import threadwall.server.Await;
import threadwall.store.embedded.EmbeddedStore;
import threadwall.store.embedded.Fortunes;

/** What a route's code may do: plain pausable code, whatever it waits for and whichever thread resumes it. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // a blocked socket read ignores interrupts
@ParameterizedClass
@MethodSource("threadwall.kilim.io.Transports#all")
@Tag("slow")
class RouteCodeTest {
    @Parameter
    TransportKind transport;

    /** Shared by all tests, because closing it takes half a second. */
    private static final EmbeddedStore STORE = EmbeddedStore.temporary();

    private final LinkedBlockingQueue<Mailbox<String>> waiting = new LinkedBlockingQueue<>();
    private final AtomicInteger atWork = new AtomicInteger();
    private final PrintStream stderr = System.err;
    private final ByteArrayOutputStream spew = new ByteArrayOutputStream();
    private final LinkedBlockingQueue<Task<?>> known = new LinkedBlockingQueue<>();
    private final CountDownLatch blocked = new CountDownLatch(1);
    private final CountDownLatch unblock = new CountDownLatch(1);
    private FiberServer server;

    private final Map<String, Route> routes = Map.ofEntries(
            entry("/mailbox", this::mailbox),
            entry("/late", this::late),
            entry("/helper", this::helper),
            entry("/yield", this::yielding),
            entry("/store", this::store),
            entry("/careful", this::careful),
            entry("/thorough", this::thorough),
            entry("/stubborn", this::stubborn),
            entry("/exception", this::exception),
            entry("/error", this::error),
            entry("/broken", this::broken),
            entry("/nothing", request -> null),
            entry("/unwritable", request -> Response.ok(List.of("half", new Unwritable()))),
            entry("/known", this::known),
            entry("/sleeper", this::sleeper),
            entry("/interrupting", this::interrupting),
            entry("/blocker", this::blocker));

    @BeforeEach
    void start() throws IOException {
        System.setErr(new PrintStream(spew, true));
        server = start(2);
    }

    private FiberServer start(int workers) throws IOException {
        Route route = new Route() {
            @Override
            public Response answer(Request request) throws Pausable {
                var found = routes.get(request.path());
                return found == null ? Response.ok(request.path()) : found.answer(request);
            }
        };
        return FiberServer.bind("127.0.0.1", 0, workers, transport, ConnectionLimits.DEFAULT)
                .start(route, () -> {});
    }

    @AfterAll
    static void closeStore() {
        STORE.close();
    }

    @AfterEach
    void stop() {
        server.stop();
        System.setErr(stderr);
    }

    private Response mailbox(Request request) throws Pausable {
        var mail = new Mailbox<String>();
        waiting.add(mail);
        return Response.ok(mail.get());
    }

    private Response late(Request request) throws Pausable {
        return Response.ok(String.valueOf(new Mailbox<String>().get(20)));
    }

    private Response helper(Request request) throws Pausable {
        var mail = new Mailbox<String>();
        new Helper(mail).setScheduler(Task.getCurrentTask().getScheduler()).start();
        return Response.ok(mail.get());
    }

    /** Another fiber on the same loop. */
    private static final class Helper extends Task<Void> {
        private final Mailbox<String> mail;

        Helper(Mailbox<String> mail) {
            this.mail = mail;
        }

        @Override
        public void execute() throws Pausable {
            Task.sleep(5);
            mail.put("help");
        }
    }

    private Response yielding(Request request) throws Pausable {
        for (int i = 0; i < 100; i++) {
            Task.yield();
        }
        return Response.ok("yielded");
    }

    private Response store(Request request) throws Pausable {
        return Response.ok(STORE.submit(Fortunes::all).await().size());
    }

    /** Waits forever and cleans up in a finally block. */
    private Response careful(Request request) throws Pausable {
        atWork.incrementAndGet();
        try {
            return mailbox(request);
        } finally {
            atWork.decrementAndGet();
        }
    }

    /** Waits forever and cleans up in a finally block that pauses. */
    private Response thorough(Request request) throws Pausable {
        atWork.incrementAndGet();
        try {
            return mailbox(request);
        } finally {
            EventLoop.sleep(5);
            STORE.submit(Fortunes::all).await();
            Task.yield();
            atWork.decrementAndGet();
        }
    }

    /** Ignores every Exception and goes on. */
    private Response stubborn(Request request) throws Pausable {
        atWork.incrementAndGet();
        try {
            while (true) {
                try {
                    Task.sleep(600_000);
                } catch (RuntimeException e) {
                    atWork.addAndGet(1_000);
                }
            }
        } finally {
            atWork.decrementAndGet();
        }
    }

    private Response exception(Request request) throws Pausable {
        Task.sleep(1);
        throw new IllegalStateException("on purpose");
    }

    private Response error(Request request) throws Pausable {
        throw new StackOverflowError("on purpose");
    }

    /** Cannot be serialised as JSON. */
    public static final class Unwritable {
        public String getText() {
            throw new IllegalStateException("on purpose");
        }
    }

    /** Its pause reason throws when Kilim checks it, outside of the fiber. */
    private Response broken(Request request) throws Pausable {
        PauseReason reason = fiber -> {
            throw new IllegalStateException("on purpose");
        };
        Task.pause(reason);
        return null;
    }

    /** Publishes its fiber. */
    private Response known(Request request) throws Pausable {
        known.add(Task.getCurrentTask());
        return Response.ok("known");
    }

    /** Returns how long it slept, in nanoseconds. */
    private Response sleeper(Request request) throws Pausable {
        known.add(Task.getCurrentTask());
        long began = System.nanoTime();
        EventLoop.sleep(200);
        return Response.ok(System.nanoTime() - began);
    }

    private Response interrupting(Request request) throws Pausable {
        boolean was = Thread.currentThread().isInterrupted();
        Thread.currentThread().interrupt();
        return Response.ok(was);
    }

    /** Publishes a fiber that blocks the loop once no connection is left. */
    private Response blocker(Request request) throws Pausable {
        new Blocker().setScheduler(Task.getCurrentTask().getScheduler()).start();
        return Response.ok("blocks");
    }

    private final class Blocker extends Task<Void> {
        @Override
        public void execute() throws Pausable, InterruptedException {
            while (server.connections() > 0) {
                Task.sleep(1);
            }
            blocked.countDown();
            unblock.await();
        }
    }

    @Test
    void nobodyEndsASleepBeforeItsTime() throws Exception {
        try (var client = client()) {
            client.send(get("/sleeper"));
            var task = known.take();
            for (int i = 0; i < 1_000; i++) {
                task.resume();
            }
            assertThat(Long.parseLong(client.reply().body())).isGreaterThanOrEqualTo(200_000_000);
        }
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n";
    }

    private RawClient client() throws IOException {
        return new RawClient(server.url());
    }

    @Test
    void isResumedByAnotherThread() throws Exception {
        try (var client = client()) {
            for (int i = 0; i < 50; i++) {
                client.send(get("/mailbox"));
                waiting.take().putb("mail " + i);
                assertThat(client.reply().body()).isEqualTo("\"mail " + i + "\"");
            }
        }
    }

    /** A message sent before its fiber has paused must not be lost. Threads and fibers race thousands of times. */
    @Test
    void noResumeIsLost() throws Exception {
        var postman = Thread.ofPlatform().daemon().start(() -> {
            try {
                while (true) {
                    waiting.take().putb("x");
                }
            } catch (InterruptedException e) {
                // end marker
            }
        });
        try (var client = client()) {
            int requests = 3_000;
            client.send(get("/mailbox").repeat(requests));
            for (int i = 0; i < requests; i++) {
                assertThat(client.reply().body()).isEqualTo("\"x\"");
            }
        } finally {
            postman.interrupt();
            postman.join();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/late null", "/helper help", "/yield yielded", "/other /other"})
    void waitsAsKilimLetsIt(String pathAndAnswer) throws IOException {
        var parts = pathAndAnswer.split(" ");
        try (var client = client()) {
            for (int i = 0; i < 20; i++) {
                var reply = client.send(get(parts[0])).reply();
                assertThat(reply.body()).isEqualTo("\"" + parts[1] + "\"");
            }
        }
    }

    @Test
    void waitsForTheStore() throws IOException {
        try (var client = client()) {
            assertThat(client.send(get("/store")).reply().body()).isEqualTo("" + Fortunes.INITIAL.size());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/exception", "/error", "/broken", "/nothing", "/unwritable"})
    void failingIsA500AndTheConnectionGoesOn(String path) throws IOException {
        try (var client = client()) {
            var reply = client.send(get(path)).reply();
            assertThat(reply.status()).isEqualTo(500);
            assertThat(reply.body()).contains("the server failed to answer");
            assertThat(client.send(get("/other")).reply().body()).isEqualTo("\"/other\"");
        }
        assertThat(spew.toString()).contains("kilim: GET " + path + " failed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/careful", "/thorough", "/stubborn"})
    void endsWithItsClient(String path) throws IOException {
        var clients = new ArrayList<RawClient>();
        for (int i = 0; i < 20; i++) {
            clients.add(client().send(get(path)));
        }
        Await.until("all are at work", () -> atWork.get() == 20);
        for (var client : clients) {
            client.reset();
        }
        Await.until("all are put in order", () -> atWork.get() == 0);
        Await.until("no connection is left", () -> server.connections() == 0);
        // a message for a fiber that has ended goes nowhere
        waiting.forEach(mail -> mail.putb("too late"));
        try (var client = client()) {
            assertThat(client.send(get("/other")).reply().body()).isEqualTo("\"/other\"");
        }
        assertThat(spew.toString()).isEmpty();
    }

    /** A store's thread may resume a fiber late, when the fiber has already seen the result and ended. */
    @Test
    void aResumeThatComesAfterTheAnswerHarmsNobody() throws Exception {
        try (var client = client()) {
            for (int i = 0; i < 20; i++) {
                assertThat(client.send(get("/known")).reply().body()).isEqualTo("\"known\"");
                known.take().resume();
                assertThat(client.send(get("/late")).reply().body()).isEqualTo("\"null\"");
            }
        }
        assertThat(spew.toString()).isEmpty();
    }

    /** A selector does not block in an interrupted thread, so the loop would spin. */
    @Test
    void anInterruptEndsWithItsRoute() throws IOException {
        try (var client = client()) {
            for (int i = 0; i < 2; i++) {
                assertThat(client.send(get("/interrupting")).reply().body()).isEqualTo("false");
            }
        }
    }

    /** A client that connected before the stop is served, even if the loop learns of both at once. */
    @Test
    void stopAnswersThoseInTheBacklog() throws Exception {
        server.stop();
        server = start(1);
        try (var client = client()) {
            client.send("GET /blocker HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                    .reply();
        }
        blocked.await();
        try (var client = client()) {
            client.send(get("/mailbox"));
            var stopping = Thread.ofPlatform().start(server::stop);
            Await.until("it waits for the loop", () -> switch (stopping.getState()) {
                case WAITING, TIMED_WAITING -> true;
                default -> false;
            });
            unblock.countDown();
            waiting.take().putb("in time");
            assertThat(client.reply().body()).isEqualTo("\"in time\"");
            stopping.join();
        } finally {
            unblock.countDown();
        }
    }
}
