package threadwall.loadgen.engine;

import java.util.Optional;
import threadwall.record.StepRecord.Latency;

/** What a client says of its load when it has ended, by the names of {@code ab}. */
public interface LoadReport {

    /** From the first connect to the last answer. */
    double seconds();

    /** Requests that ended, well or not. */
    long complete();

    long failedConnect();

    long failedReceive();

    long failedLength();

    long failedExceptions();

    long writeErrors();

    long non2xx();

    /** Requests that failed in whatever way: at most, since one may be counted under several kinds; 0 is exact. */
    default long failed() {
        return failedConnect() + failedReceive() + failedLength() + failedExceptions() + writeErrors() + non2xx();
    }

    /** Empty where it writes every request to a file instead, to be merged with those of others. */
    Optional<Latency> latency();
}
