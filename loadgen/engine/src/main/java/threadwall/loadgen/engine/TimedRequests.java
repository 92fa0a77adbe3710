package threadwall.loadgen.engine;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import threadwall.record.ClientLoad;

/** The requests of one client under a load with a rate, by sequence number, as its log has them in the order of their ends. */
final class TimedRequests {

    /** Why a request has no response. */
    enum Failure {
        NONE,
        CONNECT,
        RECEIVE,
        TIMED_OUT
    }

    /** The length of a body that the client did not log. */
    static final int UNKNOWN_LENGTH = -1;

    private static final int FIRST_SIZE = 1 << 14;

    /** A rate, the overload, and the first rate again. */
    private static final int PHASES = 3;

    private long[] due = new long[FIRST_SIZE];
    private long[] sent = new long[FIRST_SIZE];
    private long[] ended = new long[FIRST_SIZE];
    private int[] length = new int[FIRST_SIZE];
    private boolean[] logged = new boolean[FIRST_SIZE];
    private boolean[] answered = new boolean[FIRST_SIZE];
    private final int[] firstOfPhase = new int[PHASES];
    private int requests;
    private long failedConnect;
    private long failedReceive;
    private long failedLength;
    private long timedOut;
    private long non2xx;

    /**
     * @param due nanoseconds of the same clock as the other times; not used by a client that does not log it
     * @param status 0 without a response
     * @param bytes of the body, or {@link #UNKNOWN_LENGTH}
     */
    void add(int sequence, long due, long sent, long ended, int status, int bytes, Failure failure) {
        makeRoom(sequence);
        this.due[sequence] = due;
        this.sent[sequence] = sent;
        this.ended[sequence] = ended;
        length[sequence] = bytes;
        logged[sequence] = true;
        answered[sequence] = failure == Failure.NONE && status >= 200 && status < 300;
        requests = Math.max(requests, sequence + 1);
        switch (failure) {
            case NONE -> non2xx += answered[sequence] ? 0 : 1;
            case CONNECT -> failedConnect++;
            case RECEIVE -> failedReceive++;
            case TIMED_OUT -> timedOut++;
        }
    }

    /**
     * Notes the part of a load with an overload that a request belongs to.
     *
     * @param phase 0 before the overload, 1 in it, 2 after it
     */
    void inPhase(int sequence, int phase) {
        if (phase > 0 && phase < PHASES && (firstOfPhase[phase] == 0 || sequence < firstOfPhase[phase])) {
            firstOfPhase[phase] = sequence;
        }
    }

    private void makeRoom(int sequence) {
        if (sequence >= sent.length) {
            int size = Math.max(sequence + 1, 2 * sent.length);
            due = Arrays.copyOf(due, size);
            sent = Arrays.copyOf(sent, size);
            ended = Arrays.copyOf(ended, size);
            length = Arrays.copyOf(length, size);
            logged = Arrays.copyOf(logged, size);
            answered = Arrays.copyOf(answered, size);
        }
    }

    /** Whether there are any, and none is missing among them, as in a log that was cut off. */
    private boolean isComplete() {
        for (int k = 0; k < requests; k++) {
            if (!logged[k]) {
                return false;
            }
        }
        return requests > 0;
    }

    /** Of a client that does not log when requests were due. */
    Optional<LoadReport> reportBySends(ClientLoad load) {
        return isComplete()
                ? Optional.of(report(ArrivalTimes.of(copy(sent), copy(ended), answered(load), load)))
                : Optional.empty();
    }

    /** Of a client whose clock is 0 at its start. */
    Optional<LoadReport> report(ClientLoad load) {
        if (!isComplete()) {
            return Optional.empty();
        }
        var answered = answered(load);
        var arrivals = ArrivalTimes.of(0, copy(due), copy(sent), copy(ended), answered, load);
        return Optional.of(report(
                load.overload() == null
                        ? arrivals
                        : arrivals.with(OverloadTimes.of(
                                copy(due), copy(ended), answered, firstOfPhase[1], firstOfPhase[2], load))));
    }

    private long[] copy(long[] times) {
        return Arrays.copyOf(times, requests);
    }

    /** As {@code ab} does, a response is compared with the first one, if all have to have the same length. */
    private boolean[] answered(ClientLoad load) {
        int right = UNKNOWN_LENGTH;
        for (int k = 0; k < requests && load.sameLength(); k++) {
            if (answered[k] && right == UNKNOWN_LENGTH) {
                right = length[k];
            } else if (answered[k] && length[k] != right) {
                answered[k] = false;
                failedLength++;
            }
        }
        return Arrays.copyOf(answered, requests);
    }

    private LoadReport report(ArrivalTimes arrivals) {
        return new LoadReport(
                arrivals.seconds(),
                requests,
                failedConnect,
                failedReceive,
                failedLength,
                timedOut,
                0,
                non2xx,
                Optional.of(arrivals.latency()),
                Optional.of(arrivals),
                List.of());
    }
}
