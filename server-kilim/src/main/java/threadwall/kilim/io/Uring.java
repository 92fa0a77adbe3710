package threadwall.kilim.io;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.TimeUnit;

/**
 * A ring of io_uring, by its system calls: operations are put into it, and {@link #enter} has the kernel take them and wait
 * for completions. Structures and constants are those of include/uapi/linux/io_uring.h; the tests compare them with it.
 *
 * <p>Each operation has a tag, which its completions repeat. Completions are made only by {@link #enter}
 * ({@code DEFER_TASKRUN}). Not thread-safe: all but the constructor is for one thread, the first that calls {@link #enter}.
 */
final class Uring {
    static final int IORING_OP_POLL_ADD = 6;
    static final int IORING_OP_ASYNC_CANCEL = 14;
    static final int IORING_OP_CLOSE = 19;
    static final int IORING_OP_SEND = 26;
    static final int IORING_OP_RECV = 27;

    /** The kernel chooses a buffer of the group. */
    static final int IOSQE_BUFFER_SELECT = 1 << 5;

    /** No completion if the operation succeeds. */
    static final int IOSQE_CQE_SKIP_SUCCESS = 1 << 6;

    static final int IORING_POLL_ADD_MULTI = 1;
    static final int IORING_RECVSEND_POLL_FIRST = 1;
    static final int IORING_RECV_MULTISHOT = 1 << 1;

    /** Of a completion: it has a buffer, whose number is in the upper half of its flags. */
    static final int IORING_CQE_F_BUFFER = 1;

    /** Of a completion: others of the same operation follow. */
    static final int IORING_CQE_F_MORE = 1 << 1;

    static final int IORING_CQE_BUFFER_SHIFT = 16;

    static final int IORING_SETUP_CQSIZE = 1 << 3;
    static final int IORING_SETUP_CLAMP = 1 << 4;
    static final int IORING_SETUP_R_DISABLED = 1 << 6;
    static final int IORING_SETUP_SINGLE_ISSUER = 1 << 12;
    static final int IORING_SETUP_DEFER_TASKRUN = 1 << 13;
    static final int IORING_ENTER_GETEVENTS = 1;
    static final int IORING_ENTER_EXT_ARG = 1 << 3;
    static final int IORING_REGISTER_ENABLE_RINGS = 12;
    static final int IORING_OFF_SQES = 0x10000000;
    static final int IORING_SQ_CQ_OVERFLOW = 1 << 1;

    /** IORING_FEAT_MIN_TIMEOUT, which older headers do not have. */
    private static final int FEATURE_MIN_TIMEOUT = 1 << 15;

    private static final String TOO_OLD = "io_uring of Linux 6.12 is needed, which can wait for several completions";

    /** {@code struct io_uring_params}: its size, and offsets of the features and of both rings' offsets. */
    static final int PARAMS = 120;

    static final int FEATURES = 20;
    static final int SQ_OFF = 40;
    static final int CQ_OFF = 80;

    /** {@code struct io_uring_sqe}: its size and offsets. */
    static final int SQE = 64;

    static final int SQE_ADDRESS = 16;
    static final int SQE_LENGTH = 24;
    static final int SQE_FLAGS = 28;
    static final int SQE_TAG = 32;

    /** {@code struct io_uring_cqe}: its size and offsets. */
    static final int CQE = 16;

    static final int CQE_RESULT = 8;
    static final int CQE_FLAGS = 12;

    private static final int OPERATIONS = 4096;

    /** The most that the kernel takes. */
    private static final int COMPLETIONS = 65536;

    private static final VarHandle INT = JAVA_INT.varHandle();

    private final Libc libc;
    private final int descriptor;
    private final MemorySegment rings;
    private final MemorySegment sqes;

    /** {@code struct io_uring_getevents_arg}: the third field is the shorter time-out since Linux 6.12. */
    private final MemorySegment argument;

    private final MemorySegment time;
    private final long sqHead;
    private final long sqTail;
    private final long sqFlags;
    private final long cqHead;
    private final long cqTail;
    private final long cqes;
    private final int sqMask;
    private final int cqMask;

    /** Operations that were put into the ring, and those of them that the kernel has taken. */
    private int tail;

    private int taken;

    private int head;

    /** The thread that may use it; null = the next that does. */
    private Thread owner;

    /**
     * @throws TransportKind.Unavailable when the kernel forbids io_uring, or is too old
     * @throws IOException when there is no descriptor or memory left
     */
    Uring(Libc libc, Arena arena) throws IOException {
        this.libc = libc;
        var params = arena.allocate(PARAMS, Long.BYTES);
        params.set(JAVA_INT, 4, COMPLETIONS);
        params.set(
                JAVA_INT,
                8,
                IORING_SETUP_CQSIZE
                        | IORING_SETUP_CLAMP
                        | IORING_SETUP_R_DISABLED
                        | IORING_SETUP_SINGLE_ISSUER
                        | IORING_SETUP_DEFER_TASKRUN);
        descriptor = libc.uringSetup(OPERATIONS, params);
        if (descriptor < 0) {
            throw failure(descriptor);
        }
        try {
            if ((params.get(JAVA_INT, FEATURES) & FEATURE_MIN_TIMEOUT) == 0) {
                throw new TransportKind.Unavailable(TransportKind.URING, TOO_OLD, null);
            }
            int operations = params.get(JAVA_INT, 0);
            int completions = params.get(JAVA_INT, 4);
            sqHead = params.get(JAVA_INT, SQ_OFF);
            sqTail = params.get(JAVA_INT, SQ_OFF + 4);
            sqFlags = params.get(JAVA_INT, SQ_OFF + 16);
            long array = params.get(JAVA_INT, SQ_OFF + 24);
            cqHead = params.get(JAVA_INT, CQ_OFF);
            cqTail = params.get(JAVA_INT, CQ_OFF + 4);
            cqes = params.get(JAVA_INT, CQ_OFF + 20);
            sqMask = operations - 1;
            cqMask = completions - 1;
            rings = libc.map(Math.max(array + 4L * operations, cqes + (long) CQE * completions), descriptor, 0);
            sqes = libc.map((long) SQE * operations, descriptor, IORING_OFF_SQES);
            for (int i = 0; i < operations; i++) {
                rings.set(JAVA_INT, array + 4L * i, i);
            }
            argument = arena.allocate(24, Long.BYTES);
            time = arena.allocate(16, Long.BYTES);
        } catch (IOException | RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private static IOException failure(int result) {
        var reason =
                switch (-result) {
                    case Libc.EINVAL -> TOO_OLD;
                    case Libc.ENOSYS -> "this kernel has no io_uring, or a filter of system calls hides it";
                    case Libc.EPERM ->
                        "io_uring is forbidden, by the sysctl kernel.io_uring_disabled or a filter of"
                                + " system calls, as in many containers";
                    case Libc.ENOMEM -> "io_uring takes a megabyte for each worker, more than ulimit -l leaves";
                    default -> null;
                };
        var failure = Libc.failure(result, "io_uring_setup");
        return reason == null ? failure : new TransportKind.Unavailable(TransportKind.URING, reason, failure);
    }

    int descriptor() {
        return descriptor;
    }

    // ---- operations ----

    /** Receives once, at once if it can, into a buffer of the group. */
    void receive(int socket, long tag) {
        put(IORING_OP_RECV, IOSQE_BUFFER_SELECT, 0, socket, 0, 0, 0, tag);
    }

    /** Receives whenever there is something, until it is cancelled, fails, or there is no buffer. */
    void receiveOn(int socket, long tag) {
        int how = IORING_RECV_MULTISHOT | IORING_RECVSEND_POLL_FIRST;
        put(IORING_OP_RECV, IOSQE_BUFFER_SELECT, how, socket, 0, 0, 0, tag);
    }

    /**
     * Sends. It has a completion only if it fails.
     *
     * @param address of the bytes, which stay there until the kernel has taken the operation
     * @return a number for {@link #lengthen}
     */
    int send(int socket, long address, int length, int flags, long tag) {
        put(IORING_OP_SEND, IOSQE_CQE_SKIP_SUCCESS, 0, socket, address, length, flags, tag);
        return tail;
    }

    /** Has a send, to which no other operation belongs, take more bytes behind its own; whether it is not too late. */
    boolean lengthen(int send, int bytes, int flags) {
        if (send - taken <= 0) {
            return false;
        }
        long at = (long) (send - 1 & sqMask) * SQE;
        sqes.set(JAVA_INT, at + SQE_LENGTH, sqes.get(JAVA_INT, at + SQE_LENGTH) + bytes);
        sqes.set(JAVA_INT, at + SQE_FLAGS, sqes.get(JAVA_INT, at + SQE_FLAGS) | flags);
        return true;
    }

    /** @param events as for poll(2) */
    void poll(int file, int events, long tag) {
        put(IORING_OP_POLL_ADD, 0, 0, file, 0, 0, events, tag);
    }

    /** Polls until it is cancelled, with a completion for each change. */
    void pollOn(int file, int events, long tag) {
        put(IORING_OP_POLL_ADD, 0, 0, file, 0, IORING_POLL_ADD_MULTI, events, tag);
    }

    /** @param tag of the operation to cancel, which then has a last completion */
    void cancel(long tag) {
        put(IORING_OP_ASYNC_CANCEL, IOSQE_CQE_SKIP_SUCCESS, 0, -1, tag, 0, 0, 0);
    }

    void close(int file) {
        put(IORING_OP_CLOSE, IOSQE_CQE_SKIP_SUCCESS, 0, file, 0, 0, 0, 0);
    }

    private void put(int code, int flags, int how, int file, long address, int length, int more, long tag) {
        while (tail - taken > sqMask) {
            take();
        }
        long at = (long) (tail++ & sqMask) * SQE;
        sqes.set(JAVA_LONG, at, code | flags << 8 | how << 16 | (long) file << 32);
        sqes.set(JAVA_LONG, at + 8, 0);
        sqes.set(JAVA_LONG, at + SQE_ADDRESS, address);
        sqes.set(JAVA_LONG, at + SQE_LENGTH, length | (long) more << 32);
        sqes.set(JAVA_LONG, at + SQE_TAG, tag);
        sqes.set(JAVA_LONG, at + 40, 0);
        sqes.set(JAVA_LONG, at + 48, 0);
        sqes.set(JAVA_LONG, at + 56, 0);
    }

    // ---- the kernel's turn ----

    /** {@link #enter} without a wait. Operations that cannot wait are done afterwards. */
    boolean take() {
        return enter(0, 0, 0);
    }

    /**
     * Has the kernel take all operations, and waits.
     *
     * @param completions to wait for
     * @param nanos the most to wait; {@link Long#MAX_VALUE} = no time-out
     * @param patience the nanoseconds after which one completion is enough, which comes before the other; 0 = none
     * @return whether it has taken all: it may have no memory for them for now
     */
    boolean enter(int completions, long nanos, long patience) {
        if (owner == null) {
            enable();
        }
        INT.setRelease(rings, sqTail, tail);
        boolean timed = completions > 0 && nanos != Long.MAX_VALUE;
        if (timed) {
            time.set(JAVA_LONG, 0, nanos / 1_000_000_000);
            time.set(JAVA_LONG, 8, nanos % 1_000_000_000);
        }
        argument.set(JAVA_INT, 12, (int) TimeUnit.NANOSECONDS.toMicros(patience));
        argument.set(JAVA_LONG, 16, timed ? time.address() : 0);
        int result = libc.uringEnter(
                descriptor, tail - taken, completions, IORING_ENTER_GETEVENTS | IORING_ENTER_EXT_ARG, argument);
        taken = (int) INT.getAcquire(rings, sqHead);
        boolean goesOn = result >= 0
                || result == -Libc.EINTR
                || result == -Libc.ETIME
                || result == -Libc.EAGAIN
                || result == -Libc.EBUSY;
        if (!goesOn) {
            throw new IllegalStateException("io_uring_enter: " + Libc.message(-result));
        }
        return taken == tail;
    }

    /** Makes the calling thread the only one that may use it. */
    private void enable() {
        int result = libc.uringRegister(descriptor, IORING_REGISTER_ENABLE_RINGS, MemorySegment.NULL, 0);
        if (result < 0) {
            throw new IllegalStateException("io_uring_register: " + Libc.message(-result));
        }
        owner = Thread.currentThread();
    }

    /** Whether the calling thread may use it. */
    boolean isMine() {
        return owner == null || owner == Thread.currentThread();
    }

    // ---- completions ----

    /** The oldest completion, for {@link #tag}, {@link #result} and {@link #flags}; -1 if there is none. */
    long completion() {
        return head == (int) INT.getAcquire(rings, cqTail) ? -1 : cqes + (long) (head & cqMask) * CQE;
    }

    /** Gets completions that had no place in the ring; whether there may be some. */
    boolean bringsOverflow() {
        boolean overflow = ((int) INT.getAcquire(rings, sqFlags) & IORING_SQ_CQ_OVERFLOW) != 0;
        if (overflow) {
            take();
        }
        return overflow;
    }

    /** Frees the place of the oldest completion. */
    void used() {
        INT.setRelease(rings, cqHead, ++head);
    }

    long tag(long completion) {
        return rings.get(JAVA_LONG, completion);
    }

    /** What the system call of that name returns, or minus errno. */
    int result(long completion) {
        return rings.get(JAVA_INT, completion + CQE_RESULT);
    }

    int flags(long completion) {
        return rings.get(JAVA_INT, completion + CQE_FLAGS);
    }

    /** Any thread may call it, last of all. Operations that were not taken are lost. */
    void close() {
        for (var mapped : new MemorySegment[] {sqes, rings}) {
            if (mapped != null) { // null: the constructor has failed
                libc.unmap(mapped); // a mapped ring would stay in the kernel, with all that its operations refer to
            }
        }
        libc.close(descriptor);
    }
}
