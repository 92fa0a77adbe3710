package threadwall.loadgen.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import threadwall.record.ClientLoad;

/**
 * Vegeta's log: a {@code vegeta.Result} for each request, in the order of their ends ({@code lib/results.go} of Vegeta
 * v12). Fields that are 0 or empty are left out.
 */
final class VegetaLog {

    // fields of the struct, by their place in it
    private static final int ATTACK = 0;
    private static final int SEQUENCE = 1;
    private static final int CODE = 2;
    private static final int TIMESTAMP = 3;
    private static final int LATENCY = 4;
    private static final int BYTES_OUT = 5;
    private static final int BYTES_IN = 6;
    private static final int ERROR = 7;

    private static final int FIRST_SIZE = 1 << 14;

    /** By sequence number; nanoseconds since 1970. */
    private long[] sent = new long[FIRST_SIZE];

    private long[] ended = new long[FIRST_SIZE];
    private boolean[] answered = new boolean[FIRST_SIZE];
    private int requests;
    private long failedConnect;
    private long failedReceive;
    private long timedOut;
    private long non2xx;

    private VegetaLog() {}

    /** @throws IOException also if the file is not such a log */
    static VegetaLog read(Path file) throws IOException {
        var log = new VegetaLog();
        try (var gob = new GobReader(file)) {
            while (gob.next()) {
                log.add(gob);
            }
        }
        return log;
    }

    private void add(GobReader gob) throws IOException {
        int sequence = 0;
        long code = 0;
        long timestamp = 0;
        long latency = 0;
        var error = "";
        int field = -1;
        while (field < ERROR) {
            int step = (int) gob.unsigned();
            if (step == 0) {
                break;
            }
            field += step;
            switch (field) {
                case SEQUENCE -> sequence = (int) gob.unsigned();
                case CODE -> code = gob.unsigned();
                case TIMESTAMP -> timestamp = gob.time();
                case LATENCY -> latency = gob.integer();
                case ATTACK -> gob.text();
                case BYTES_OUT, BYTES_IN -> gob.unsigned();
                case ERROR -> error = gob.text();
                default -> {} // body and what follows: the rest of the message is not read
            }
        }
        count(code, error);
        makeRoom(sequence);
        sent[sequence] = timestamp;
        ended[sequence] = timestamp + latency;
        answered[sequence] = isGood(code);
        requests = Math.max(requests, sequence + 1);
    }

    /** The errors are those of Go's net/http: {@code Get "URL": dial tcp …} is a failed connect. */
    private void count(long code, String error) {
        if (code != 0) {
            non2xx += isGood(code) ? 0 : 1;
        } else if (error.contains("Client.Timeout") || error.contains("deadline exceeded")) {
            timedOut++;
        } else if (error.contains(": dial tcp ")) {
            failedConnect++;
        } else {
            failedReceive++;
        }
    }

    private static boolean isGood(long code) {
        return code >= 200 && code < 300;
    }

    private void makeRoom(int sequence) {
        if (sequence >= sent.length) {
            int size = Math.max(sequence + 1, 2 * sent.length);
            sent = Arrays.copyOf(sent, size);
            ended = Arrays.copyOf(ended, size);
            answered = Arrays.copyOf(answered, size);
        }
    }

    /** @return empty for a log without a request, and for an unfinished one, which lacks some */
    Optional<LoadReport> report(ClientLoad load) {
        for (int i = 0; i < requests; i++) {
            if (sent[i] == 0) {
                return Optional.empty();
            }
        }
        if (requests == 0) {
            return Optional.empty();
        }
        var arrivals = ArrivalTimes.of(
                Arrays.copyOf(sent, requests), Arrays.copyOf(ended, requests), Arrays.copyOf(answered, requests), load);
        return Optional.of(new LoadReport(
                arrivals.seconds(),
                requests,
                failedConnect,
                failedReceive,
                0, // it does not check lengths
                timedOut,
                0,
                non2xx,
                Optional.of(arrivals.latency()),
                Optional.of(arrivals)));
    }
}
