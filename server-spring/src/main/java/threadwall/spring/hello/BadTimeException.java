package threadwall.spring.hello;

import threadwall.server.Answer;
import threadwall.server.Answer.Refusal;

/** /json2 was asked for a sleep that it does not grant. */
public final class BadTimeException extends RuntimeException {
    private final transient Refusal refusal;

    BadTimeException(String time) {
        var reason = Answer.badTime(time);
        super(reason.error(), null, false, false);
        refusal = reason;
    }

    public Refusal refusal() {
        return refusal;
    }
}
