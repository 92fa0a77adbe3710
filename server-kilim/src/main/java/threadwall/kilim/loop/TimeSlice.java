package threadwall.kilim.loop;

/**
 * Bounds how long a loop does one kind of work (timers, resumed fibers, ready sockets, new clients) before the others have
 * their turn. Work is counted in pieces, such as a request or an accepted connection, and the clock is read only once in
 * several of them: a short turn never reads it.
 */
public final class TimeSlice {
    private static final int PIECES_A_LOOK = 8;

    private final long nanos;
    private int pieces;
    private long end;
    private boolean over;

    public TimeSlice(long nanos) {
        this.nanos = nanos;
    }

    /** A turn begins. */
    public void begin() {
        pieces = 0;
        over = false;
    }

    /** Counts one more piece of work; whether the turn is over and the next piece has to wait. */
    public boolean isOver() {
        if (over || ++pieces % PIECES_A_LOOK != 0) {
            return over;
        }
        long now = System.nanoTime();
        if (pieces == PIECES_A_LOOK) {
            end = now + nanos;
        } else {
            over = now - end >= 0;
        }
        return over;
    }
}
