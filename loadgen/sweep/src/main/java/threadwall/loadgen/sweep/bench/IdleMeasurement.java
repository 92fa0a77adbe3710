package threadwall.loadgen.sweep.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import threadwall.loadgen.testbed.StepFailedException;
import threadwall.process.HeapHistogram;
import threadwall.process.MemorySettling;
import threadwall.process.Progress;
import threadwall.process.proc.JvmCounters;
import threadwall.process.proc.KernelMemory;
import threadwall.process.proc.SlabCache;
import threadwall.process.socket.SocketMemory;
import threadwall.record.IdleRecord;
import threadwall.record.IdleRecord.Answers;
import threadwall.record.IdleRecord.Asked;
import threadwall.record.IdleRecord.Live;
import threadwall.record.IdleRecord.Moment;
import threadwall.record.IdleRecord.ObjectCache;
import threadwall.record.IdleRecord.Reading;

/** Opens, asks and closes the idle connections of one server, and reads memory in between; {@link IdleBench} has the steps. */
final class IdleMeasurement {

    /** Each load has 100,000 requests to a process, so 300 bytes of garbage per request add up to 900 MB. */
    private static final int MAX_LOADS = 30;

    /** Of a client. More compile no more code. Tables that grow for others count as memory of the connections. */
    private static final int REHEARSED = 100_000;

    /** Connections of a client that are chosen at random. */
    private static final int SAMPLED_EACH = 1_000;

    /** Smaller caches of the kernel are left out of the record. */
    private static final long SMALLEST_CACHE = 64 << 10;

    /** While connections are opened memory is read after each tenth of them. */
    private static final int TENTHS = 10;

    private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

    /** How long a server may close none of the connections that its clients have closed. */
    private static final Duration NO_PROGRESS = Duration.ofSeconds(30);

    private final Path home;
    private final Path files;
    private final HeldPlan plan;
    private final boolean ping;
    private final Progress progress;
    private final List<Reading> readings = new ArrayList<>();
    private final List<Answers> answers = new ArrayList<>();
    private final List<String> lost = new ArrayList<>();
    private WarmServer server;
    private long holding;
    private long openingReadings;

    /** @param files prefix of the clients' files */
    IdleMeasurement(Path home, Path files, HeldPlan plan, boolean ping, Progress progress) {
        this.home = home;
        this.files = files;
        this.plan = plan;
        this.ping = ping;
        this.progress = progress;
    }

    /** All that were taken, also when {@link #of} failed. */
    List<Reading> readings() {
        return List.copyOf(readings);
    }

    List<Answers> answers() {
        return List.copyOf(answers);
    }

    List<String> lost() {
        return List.copyOf(lost);
    }

    /** Measures this server, which has no connections yet; once. */
    void of(WarmServer warm) throws StepFailedException, IOException, InterruptedException {
        server = warm;
        if (plan.server().jvm()) { // a C server would keep the memory that the measurement is to find
            rehearse();
        }
        var live = ping && plan.server().jvm() ? collect() : null;
        loadUntilYoungCollection();
        read(Moment.OWN, live, () -> {});
        try (var held = start("measured")) {
            requireAll(open(held, Asked.OPENED), plan.connections());
            loadUntilYoungCollection();
            readHeld(Moment.HELD, held, null);
            if (plan.server().jvm()) {
                readHeld(Moment.COLLECTED, held, collect());
            }
            if (ping) {
                ping(held);
            }
            held.closeAll();
        }
        if (ping) {
            awaitOpen(0);
            read(Moment.CLOSED, plan.server().jvm() ? collect() : null, () -> {});
        }
    }

    private void ping(HeldConnections held) throws StepFailedException, IOException, InterruptedException {
        ask(held, Asked.SAMPLED, SAMPLED_EACH);
        progress.phase("closing every other connection");
        holding -= held.closeHalf().done();
        awaitOpen(holding);
        readHeld(Moment.HALF_CLOSED, held, null);
        open(held, Asked.REOPENED);
        readHeld(Moment.REOPENED, held, null);
        ask(held, Asked.ALL, plan.connections());
    }

    /**
     * Opens and closes the same connections once, or {@link #REHEARSED} of a client, so that code is compiled and tables
     * have grown before the measurement.
     */
    private void rehearse() throws StepFailedException, IOException, InterruptedException {
        int connections = plan.clients().stream()
                .mapToInt(client -> Math.min(client.connections(), REHEARSED))
                .sum();
        progress.phase("opening and closing %,d connections to warm up".formatted(connections));
        try (var held = start("rehearsal")) {
            var rate = new Rate(connections, "opened");
            requireAll(held.open(REHEARSED, done -> showOpened(rate, done)), connections);
            held.closeAll();
        }
        awaitOpen(0);
    }

    private HeldConnections start(String what) throws StepFailedException, IOException, InterruptedException {
        return HeldConnections.start(home, files.resolveSibling(files.getFileName() + "-" + what), plan.clients());
    }

    private void requireAll(HeldConnections.Result opened, int connections)
            throws StepFailedException, InterruptedException {
        if (opened.done() < connections) {
            server.requireAlive(plan.connections());
            throw new StepFailedException("%,d of %,d connections did not open or did not answer: %s"
                    .formatted(
                            connections - opened.done(),
                            connections,
                            opened.lost().getFirst()));
        }
    }

    private void showOpened(Rate rate, long done) throws StepFailedException {
        server.rssBytes(); // a server that is gone ends the wait
        progress.count(rate.text(done));
    }

    private HeldConnections.Result open(HeldConnections held, Asked asked)
            throws StepFailedException, IOException, InterruptedException {
        long missing = plan.connections() - holding;
        int servers = plan.step().shards().size();
        progress.phase(
                "opening %,d connections to %d server process%s".formatted(missing, servers, servers == 1 ? "" : "es"));
        var rate = new Rate(missing, "opened");
        var result = held.open(plan.connections(), done -> {
            showOpened(rate, done);
            if (asked == Asked.OPENED && done * TENTHS / missing > openingReadings) {
                openingReadings = done * TENTHS / missing;
                readings.add(reading(Moment.OPENING, false, null));
            }
        });
        add(asked, missing, result, rate.seconds());
        holding += result.done();
        return result;
    }

    /** @param each connections of each client, or all that it holds */
    private void ask(HeldConnections held, Asked asked, int each)
            throws StepFailedException, IOException, InterruptedException {
        long requests = Math.min(holding, (long) each * plan.clients().size());
        progress.phase("making a request on %,d held connections".formatted(requests));
        var rate = new Rate(requests, "answered");
        var result = held.ask(each, done -> progress.count(rate.text(done)));
        add(asked, result.done() + result.lost().size(), result, rate.seconds());
        holding -= result.lost().size();
    }

    private void add(Asked asked, long requests, HeldConnections.Result result, double seconds) {
        answers.add(new Answers(asked, requests, result.done(), seconds));
        lost.addAll(result.lost());
    }

    private void loadUntilYoungCollection() throws StepFailedException, IOException, InterruptedException {
        if (!plan.server().jvm()) {
            return;
        }
        var before = youngCollections();
        for (int load = 1; !eachIsAbove(before, youngCollections()); load++) {
            if (load > MAX_LOADS) {
                throw new StepFailedException(
                        "no young collection within %d loads: cannot separate server memory from connection memory"
                                .formatted(MAX_LOADS));
            }
            progress.phase("loading until a young collection: load %d".formatted(load));
            server.load();
        }
    }

    private List<Long> youngCollections() throws StepFailedException {
        var counts = new ArrayList<Long>();
        for (long pid : server.pids()) {
            counts.add(JvmCounters.youngCollections(pid)
                    .orElseThrow(() -> new StepFailedException(
                            "cannot read the young collections of process %d: its JVM writes no performance counters (/tmp/hsperfdata_USER)"
                                    .formatted(pid))));
        }
        return counts;
    }

    private static boolean eachIsAbove(List<Long> before, List<Long> now) {
        return IntStream.range(0, now.size()).allMatch(i -> now.get(i) > before.get(i));
    }

    /** Runs a full collection in each JVM of the server. */
    private Live collect() throws StepFailedException, IOException, InterruptedException {
        progress.phase("running a full collection");
        long objects = 0;
        long bytes = 0;
        for (long pid : server.pids()) {
            var live = HeapHistogram.of(pid);
            objects += live.objects();
            bytes += live.bytes();
        }
        return new Live(objects, bytes);
    }

    private void readHeld(Moment moment, HeldConnections held, Live live)
            throws StepFailedException, IOException, InterruptedException {
        read(moment, live, held::requireAlive);
        long open = readings.getLast().connections();
        if (open != holding) {
            server.requireAlive(plan.connections());
            held.requireAlive();
            throw new StepFailedException(
                    "%,d connections were open when memory was read, and %,d should have been: a server that closes idle"
                                    .formatted(open, holding)
                            + " connections after a minute cannot be measured with so many");
        }
    }

    /** Ends a wait when what it waits for cannot come any more. */
    @FunctionalInterface
    private interface Check {

        void run() throws StepFailedException;
    }

    /** Waits until memory is at rest, and reads it. */
    private void read(Moment moment, Live live, Check clients)
            throws StepFailedException, IOException, InterruptedException {
        progress.phase("waiting until memory is steady");
        boolean process = MemorySettling.<StepFailedException>ofProcess(() -> {
                    clients.run();
                    return server.rssBytes();
                })
                .atRest();
        boolean kernel = MemorySettling.ofKernel().atRest();
        readings.add(reading(moment, process && kernel, live));
    }

    private Reading reading(Moment moment, boolean atRest, Live live) throws StepFailedException, IOException {
        return new Reading(
                moment,
                server.open(plan.sources()),
                server.rssBytes(),
                server.pssBytes(),
                atRest,
                server.descriptors(),
                live,
                kernel());
    }

    private static IdleRecord.KernelMemory kernel() {
        var memory = KernelMemory.read();
        var caches = SlabCache.readAll();
        return new IdleRecord.KernelMemory(
                memory.slabBytes(),
                caches == null
                        ? List.of()
                        : caches.stream()
                                .filter(cache -> cache.bytes() >= SMALLEST_CACHE)
                                .map(cache -> new ObjectCache(
                                        cache.name(), cache.objects(), cache.objectBytes(), cache.bytes()))
                                .toList(),
                memory.pageTableBytes(),
                SocketMemory.read().bufferBytes());
    }

    /** Waits until the server has so many connections of the clients. */
    private void awaitOpen(long connections) throws StepFailedException, IOException, InterruptedException {
        var own = readings.isEmpty() ? null : readings.getFirst().descriptors();
        awaitAtMost(connections, () -> (long) server.open(plan.sources()));
        if (own != null) {
            awaitAtMost(own + connections, server::descriptors); // a reset connection is one until the server closes it
        }
    }

    /** What is still there on the server; {@code null} if not readable. */
    @FunctionalInterface
    private interface Left {

        Long count() throws StepFailedException, IOException;
    }

    private void awaitAtMost(long most, Left left) throws StepFailedException, IOException, InterruptedException {
        long before = Long.MAX_VALUE;
        long progressed = System.nanoTime();
        for (Long now = left.count(); now != null && now > most; now = left.count()) {
            server.rssBytes(); // says how it ended, if it has
            if (now < before) {
                before = now;
                progressed = System.nanoTime();
            } else if (System.nanoTime() - progressed > NO_PROGRESS.toNanos()) {
                throw new StepFailedException("the server closed none of its last %,d closed connections within %d s"
                        .formatted(now - most, NO_PROGRESS.toSeconds()));
            }
            Thread.sleep(POLL_INTERVAL);
        }
    }

    /** Progress of a phase with its rate and the time left. */
    private record Rate(long of, String what, long started) {

        Rate(long of, String what) {
            this(of, what, System.nanoTime());
        }

        double seconds() {
            return (System.nanoTime() - started) / 1e9;
        }

        String text(long done) {
            double perSecond = done / seconds();
            return done == 0
                    ? "%s none of %,d".formatted(what, of)
                    : "%s %,d of %,d, %,.0f/s, %,.0f s left"
                            .formatted(what, done, of, perSecond, (of - done) / perSecond);
        }
    }
}
