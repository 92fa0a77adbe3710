package threadwall.process.socket;

/** States of a TCP socket in the kernel's order (include/net/tcp_states.h), which starts at 1. */
public enum TcpState {
    ESTABLISHED,
    SYN_SENT,
    SYN_RECV,
    FIN_WAIT1,
    FIN_WAIT2,
    TIME_WAIT,
    CLOSE,
    CLOSE_WAIT,
    LAST_ACK,
    LISTEN,
    CLOSING;

    private static final TcpState[] ALL = values();

    /** The bit of this state in a dump request's {@code idiag_states}. */
    int bit() {
        return 1 << (ordinal() + 1);
    }

    /** The state with the kernel's number; null for an unknown one. 12 is a request socket. */
    static TcpState of(int number) {
        return number == 12 ? SYN_RECV : number >= 1 && number <= ALL.length ? ALL[number - 1] : null;
    }
}
