package threadwall.resilience;

import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import threadwall.loadgen.http.HttpConnection;
import threadwall.record.ResilienceRecord.HealthyClientStats;

/**
 * A well-behaved client that requests {@code /json} at a steady rate on one connection and checks every answer. Latency counts
 * from when a request was due, so a server that stalls for a second delays all requests of that second.
 */
final class HealthyClient implements Closeable {

    /** Every 5 ms: 4,000 requests for a p99 in 20 s, at a percent of what a CPU can answer. */
    private static final long INTERVAL_NANOS = 5_000_000;

    private static final int TIMEOUT_MILLIS = 30_000;

    private final ServerUnderTest server;
    private HttpConnection connection;

    HealthyClient(ServerUnderTest server) {
        this.server = server;
    }

    /** Sends requests while the condition holds. */
    HealthyClientStats runWhile(BooleanSupplier condition) {
        var latencies = DoubleStream.builder();
        int requests = 0;
        int wrong = 0;
        long start = System.nanoTime();
        while (condition.getAsBoolean()) {
            long due = start + requests * INTERVAL_NANOS;
            for (long early = due - System.nanoTime(); early > 0; early = due - System.nanoTime()) {
                LockSupport.parkNanos(early);
            }
            requests++;
            try {
                wrong += exchange() ? 0 : 1;
                latencies.add((System.nanoTime() - due) / 1e6);
            } catch (IOException e) {
                disconnect();
            }
        }
        var waits = waits(start + requests * INTERVAL_NANOS, System.nanoTime());
        waits.forEach(latencies::add);
        return stats(requests + waits.size(), wrong, latencies.build().toArray());
    }

    /**
     * How long requests would have waited at least that came due while an earlier one was under way, and were never sent.
     *
     * @param due when the first of them was due, in ns
     * @return in ms
     */
    static List<Double> waits(long due, long end) {
        return LongStream.iterate(due, time -> time < end, time -> time + INTERVAL_NANOS)
                .mapToObj(time -> (end - time) / 1e6)
                .toList();
    }

    /** @param latencies of the answered requests, and the waits of those that were never sent, in ms */
    static HealthyClientStats stats(int requests, int wrong, double[] latencies) {
        Arrays.sort(latencies);
        return new HealthyClientStats(
                requests,
                requests - latencies.length,
                wrong,
                percentile(latencies, 50),
                percentile(latencies, 99),
                percentile(latencies, 100));
    }

    /** By nearest rank; 0 without values. */
    private static double percentile(double[] sorted, int percent) {
        return sorted.length == 0 ? 0 : sorted[Math.ceilDiv(sorted.length * percent, 100) - 1];
    }

    /** Sends a request; whether the answer is right. */
    private boolean exchange() throws IOException {
        if (connection == null) {
            connection = HttpConnection.open(server.address(), HeldConnections.source(150), TIMEOUT_MILLIS);
        }
        connection.send(RawRequest.JSON.text());
        var response = connection.read(false);
        if (response.closes()) {
            disconnect(); // a server may limit the requests of a connection
        }
        return RawRequest.JSON.expected().faultIn(response).isEmpty();
    }

    private void disconnect() {
        close();
        connection = null;
    }

    @Override
    public void close() {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (IOException e) {
            throw new AssertionError("a socket's close does not fail", e);
        }
    }
}
