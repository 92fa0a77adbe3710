package threadwall.kilim.http;

import threadwall.kilim.http.ParseResult.Refused;

/**
 * What the scanners of a head's parts share. Each is a state machine that goes on where the bytes ended last time. The
 * method of a state takes a run of bytes and returns the position of the next one to look at; or REFUSED, and the reason
 * is kept here: in this way positions need no objects, and neither does what is right.
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

    /** For a byte that must not stand where it does. */
    final int refuse(byte b, String reason) {
        return refuse(Refused.unexpected(b, reason));
    }
}
