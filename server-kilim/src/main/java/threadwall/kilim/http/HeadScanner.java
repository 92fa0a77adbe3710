package threadwall.kilim.http;

import threadwall.kilim.http.ParseResult.Refused;

/**
 * Base of the scanners of a head's parts. Each is a state machine that continues where the last bytes ended. A state's
 * method consumes a run of bytes and returns the next position, or REFUSED with the reason stored here. So positions
 * and successful results need no objects.
 */
abstract class HeadScanner {
    static final int REFUSED = -1;

    static final Refused NO_LF = Refused.bad("a CR without its LF");

    private Refused refused;

    /** Why a method returned REFUSED. */
    final Refused refused() {
        return refused;
    }

    final int refuse(Refused why) {
        refused = why;
        return REFUSED;
    }

    /** For a byte that is not allowed at its position. */
    final int refuse(byte b, String reason) {
        return refuse(Refused.unexpected(b, reason));
    }
}
