package threadwall.store;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import kilim.Pausable;
import kilim.PauseReason;
import kilim.Task;

/**
 * The answer of a transaction, once it is there. Any number of fibers and threads may wait for it; the store that made it
 * ends their wait.
 */
public final class PendingResult<T> implements PauseReason {
    private final CompletableFuture<T> answer = new CompletableFuture<>();

    /**
     * Waits as a fiber: parks it, whatever scheduler it is on, and no thread.
     *
     * @throws StoreUnavailableException if the store could not be used
     * @throws TransactionException if the transaction failed for another reason
     */
    public T await() throws Pausable {
        if (!answer.isDone()) {
            Task<?> fiber = Task.getCurrentTask();
            // a resume that comes before the pause is dropped; Kilim then asks isValid, which is why that reads the
            // answer
            answer.whenComplete((value, problem) -> fiber.resume());
            while (!answer.isDone()) {
                Task.pause(this);
            }
        }
        return get();
    }

    /**
     * Waits as a thread, and blocks it.
     *
     * @throws StoreUnavailableException if the store could not be used
     * @throws TransactionException if the transaction failed for another reason
     */
    public T get() {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof StoreUnavailableException unavailable
                    ? unavailable
                    : new TransactionException(e.getCause());
        }
    }

    /** Kilim's question, whether there still is something to wait for. */
    @Override
    @SuppressWarnings("rawtypes") // as Kilim declares it
    public boolean isValid(Task fiber) {
        return !answer.isDone();
    }

    /** From the store: ends all waiting with a value. The first end counts. */
    public void complete(T value) {
        answer.complete(value);
    }

    /** From the store: ends all waiting with what went wrong. */
    public void fail(Throwable problem) {
        answer.completeExceptionally(problem);
    }
}
