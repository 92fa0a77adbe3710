package threadwall.loadgen.engine;

import java.util.Optional;
import threadwall.record.StepRecord.Latency;

/** The results of a load that has ended, as its client reports them, under {@code ab}'s names. */
public interface LoadReport {

    /** From the first connect to the last response. */
    double seconds();

    /** Requests that ended, successful or not. */
    long complete();

    long failedConnect();

    long failedReceive();

    long failedLength();

    long failedExceptions();

    long writeErrors();

    long non2xx();

    /** Upper bound of failed requests, since one may be counted under several kinds; 0 is exact. */
    default long failed() {
        return failedConnect() + failedReceive() + failedLength() + failedExceptions() + writeErrors() + non2xx();
    }

    /** Empty for a client that logs each request to a file instead, to be merged with the files of other clients. */
    Optional<Latency> latency();
}
