package threadwall.loadgen.sweep.bench;

import java.io.BufferedReader;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.loadgen.http.HttpConnection;
import threadwall.loadgen.testbed.ServerProcess;
import threadwall.loadgen.testbed.StepFailedException;

/** The client processes of {@code bench idle} and {@code bench threads}; see {@link ConnectionHolder}. */
final class HeldConnections implements AutoCloseable {

    private static final Duration CHECK_EVERY = Duration.ofMillis(200);

    /** Between the end of a client's connection and the end of the client. */
    private static final Duration END = Duration.ofSeconds(1);

    private final List<HeldPlan.Client> clients;
    private final List<ServerProcess> processes = new ArrayList<>();
    private final List<Socket> controls = new ArrayList<>();

    /** Called with the sum over all clients of what a command has done so far. */
    @FunctionalInterface
    interface Meanwhile {

        void check(long done) throws StepFailedException, IOException;
    }

    /**
     * What the clients did.
     *
     * @param done correct answers, requests that were sent, or closed connections
     * @param lost connections that did not open or did not answer, each with its addresses and the reason
     */
    record Result(long done, List<String> lost) {}

    private HeldConnections(List<HeldPlan.Client> clients) {
        this.clients = clients;
    }

    /**
     * Starts the clients, without a connection.
     *
     * @param home the project's root
     * @param files prefix of the clients' files
     */
    static HeldConnections start(Path home, Path files, List<HeldPlan.Client> clients)
            throws StepFailedException, IOException, InterruptedException {
        var held = new HeldConnections(clients);
        try {
            for (var client : clients) {
                held.processes.add(ServerProcess.start(
                        "a client that holds connections",
                        home,
                        files.resolveSibling(files.getFileName() + "-" + (held.processes.size() + 1)),
                        client.command(classPath())));
            }
            for (var process : held.processes) {
                int port = process.awaitReady().path("control").asInt();
                held.controls.add(new Socket(InetAddress.getByName("127.0.0.1"), port));
            }
            return held;
        } catch (ServerProcess.StartFailed e) {
            held.close();
            throw new StepFailedException(e.getMessage());
        } catch (IOException e) {
            var ending = held.ending();
            held.close();
            throw new StepFailedException(ending);
        } catch (InterruptedException | RuntimeException e) {
            held.close();
            throw e;
        }
    }

    /**
     * Opens connections until each client holds its own, and makes one request on each.
     *
     * @param most connections of a client
     */
    Result open(int most, Meanwhile meanwhile) throws StepFailedException, IOException, InterruptedException {
        return run(client -> "open " + Math.min(client.connections(), most), meanwhile);
    }

    /** Makes one request on so many connections of each client, chosen at random; on all of them at most. */
    Result ask(int each, Meanwhile meanwhile) throws StepFailedException, IOException, InterruptedException {
        return run(client -> "ask " + each, meanwhile);
    }

    /** Closes every other connection by reset. */
    Result closeHalf() throws StepFailedException, IOException, InterruptedException {
        return run(client -> "close half", done -> {});
    }

    /** Closes all connections by reset. */
    Result closeAll() throws StepFailedException, IOException, InterruptedException {
        return run(client -> "close all", done -> {});
    }

    /** Sends a request on each connection that sleeps so long, and does not wait for the answers. */
    Result sleep(int millis, Meanwhile meanwhile) throws StepFailedException, IOException, InterruptedException {
        return run(client -> "sleep " + millis, meanwhile);
    }

    /** Reads the answers to these requests. */
    Result read(Meanwhile meanwhile) throws StepFailedException, IOException, InterruptedException {
        return run(client -> "read", meanwhile);
    }

    private Result run(Function<HeldPlan.Client, String> command, Meanwhile meanwhile)
            throws StepFailedException, IOException, InterruptedException {
        var progress = new AtomicLongArray(clients.size());
        var results = new ArrayList<Future<Result>>();
        var readers = Executors.newVirtualThreadPerTaskExecutor();
        try {
            for (int i = 0; i < clients.size(); i++) {
                int client = i;
                var line = command.apply(clients.get(i)) + "\n";
                send(i, line);
                results.add(readers.submit(() -> read(client, progress)));
            }
            long done = 0;
            var lost = new ArrayList<String>();
            for (var result : results) {
                var of = await(result, progress, meanwhile);
                done += of.done();
                lost.addAll(of.lost());
            }
            return new Result(done, lost);
        } finally {
            readers.shutdownNow(); // after a failure some may still read
        }
    }

    private void send(int client, String line) throws StepFailedException, InterruptedException {
        try {
            controls.get(client).getOutputStream().write(line.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new StepFailedException(ending());
        }
    }

    /** @param meanwhile called every 200 ms until there is a result */
    private Result await(Future<Result> result, AtomicLongArray progress, Meanwhile meanwhile)
            throws StepFailedException, IOException, InterruptedException {
        while (true) {
            try {
                return result.get(CHECK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                requireAlive();
                meanwhile.check(sum(progress));
            } catch (ExecutionException e) {
                throw new StepFailedException(ending());
            }
        }
    }

    private static long sum(AtomicLongArray progress) {
        long sum = 0;
        for (int i = 0; i < progress.length(); i++) {
            sum += progress.get(i);
        }
        return sum;
    }

    private Result read(int client, AtomicLongArray progress) throws IOException {
        var lost = new ArrayList<String>();
        // not closed: that would close the client's connection, and end the client
        var in = new BufferedReader(
                new InputStreamReader(controls.get(client).getInputStream(), StandardCharsets.US_ASCII));
        for (var line = in.readLine(); line != null; line = in.readLine()) {
            var words = line.split(" ", 2);
            switch (words[0]) {
                case "progress" -> progress.set(client, Long.parseLong(words[1]));
                case "lost" -> lost.add(words[1]);
                case "done" -> {
                    return new Result(Long.parseLong(words[1]), lost);
                }
                default -> throw new IOException("a client says: " + line);
            }
        }
        throw new EOFException();
    }

    /** The jars, or build folders, of the holder and its HTTP client, which need nothing but the JDK. */
    private static String classPath() {
        return Stream.of(ConnectionHolder.class, HttpConnection.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .map(location -> Path.of(URI.create(location.toString())).toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** How one of the clients ended; only when its connection has. */
    private String ending() throws InterruptedException {
        for (var process : processes) {
            if (process.awaitEnd(END)) {
                return process.ending();
            }
        }
        return "a client that holds connections stopped answering; see its .err file";
    }

    /** @throws StepFailedException when a client has ended */
    void requireAlive() throws StepFailedException {
        for (var process : processes) {
            if (!process.isAlive()) {
                throw new StepFailedException(process.ending());
            }
        }
    }

    /** Ends the clients at once. Connections that are left are reset, which a server may miss if they are thousands. */
    @Override
    public void close() {
        for (var control : controls) {
            try {
                control.close();
            } catch (IOException e) {
                // its client ends below all the same
            }
        }
        processes.forEach(ServerProcess::close);
    }
}
