package threadwall.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PendingResultTest {
    private final PendingResult<String> pending = new PendingResult<>();

    /** While a store is unavailable, every request fails at once: a stack trace would cost more than the response. */
    @Test
    void anUnavailableStoreCostsNoStackTrace() {
        var unavailable = new StoreUnavailableException("later", null);
        pending.fail(unavailable);
        assertThatThrownBy(pending::get).isSameAs(unavailable);
        assertThat(unavailable.getStackTrace()).isEmpty();
    }

    @Test
    void aFailureIsTheCauseOfWhatIsThrown() {
        var defect = new IllegalStateException("x");
        pending.fail(defect);
        assertThatThrownBy(pending::get)
                .isInstanceOf(TransactionException.class)
                .hasCause(defect);
    }

    @Test
    void aThreadThatWaitsGetsTheFailure() {
        var unavailable = new StoreUnavailableException("later", null);
        var waiting = CompletableFuture.supplyAsync(pending::get);
        pending.fail(unavailable);
        assertThatThrownBy(waiting::join).hasCause(unavailable);
    }
}
