package threadwall.loadgen.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import threadwall.loadgen.engine.TimedRequests.Failure;
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

    private final TimedRequests requests = new TimedRequests();

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
        requests.add(
                sequence,
                0, // it is not in the log
                timestamp,
                timestamp + latency,
                (int) code,
                TimedRequests.UNKNOWN_LENGTH,
                code == 0 ? failure(error) : Failure.NONE);
    }

    /** The errors are those of Go's net/http: {@code Get "URL": dial tcp …} is a failed connect. */
    private static Failure failure(String error) {
        if (error.contains("Client.Timeout") || error.contains("deadline exceeded")) {
            return Failure.TIMED_OUT;
        }
        return error.contains(": dial tcp ") ? Failure.CONNECT : Failure.RECEIVE;
    }

    /** @return empty for a log without a request, and for an unfinished one, which lacks some */
    Optional<LoadReport> report(ClientLoad load) {
        return requests.reportBySends(load);
    }
}
