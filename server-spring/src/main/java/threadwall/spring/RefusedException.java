package threadwall.spring;

import org.springframework.http.HttpStatus;
import threadwall.server.Answer.Refusal;

/** Why a request is refused. */
public final class RefusedException extends RuntimeException {
    private final HttpStatus status;
    private final transient Refusal refusal;

    public RefusedException(HttpStatus status, Refusal refusal) {
        super(refusal.error(), null, false, false);
        this.status = status;
        this.refusal = refusal;
    }

    HttpStatus status() {
        return status;
    }

    Refusal refusal() {
        return refusal;
    }
}
