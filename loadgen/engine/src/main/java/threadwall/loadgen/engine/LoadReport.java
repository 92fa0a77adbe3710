package threadwall.loadgen.engine;

import java.util.List;
import java.util.Optional;
import threadwall.record.StepRecord.Latency;

/**
 * The results of a load that has ended, as its client reports them, under {@code ab}'s names. A kind of failure that a
 * client does not count is 0.
 *
 * @param seconds from the first connect to the last response
 * @param complete requests that ended, successful or not
 * @param latency of this client alone, from connect or send to the last byte; empty for a client that logs each request
 *     to a file instead, to be merged with the files of other clients
 * @param arrivals of a load with a rate; empty for any other
 * @param endMillis when each hundredth of the requests had ended, in milliseconds since 1970 by this machine's clock; empty
 *     for a client that does not log it
 */
public record LoadReport(
        double seconds,
        long complete,
        long failedConnect,
        long failedReceive,
        long failedLength,
        long failedExceptions,
        long writeErrors,
        long non2xx,
        Optional<Latency> latency,
        Optional<ArrivalTimes> arrivals,
        List<Long> endMillis) {

    /** Upper bound of failed requests, since one may be counted under several kinds; 0 is exact. */
    public long failed() {
        return failedConnect + failedReceive + failedLength + failedExceptions + writeErrors + non2xx;
    }

    /** The same with these percentiles. */
    LoadReport with(Optional<Latency> other) {
        return new LoadReport(
                seconds,
                complete,
                failedConnect,
                failedReceive,
                failedLength,
                failedExceptions,
                writeErrors,
                non2xx,
                other,
                arrivals,
                endMillis);
    }
}
