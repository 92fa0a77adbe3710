package threadwall.store;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import kilim.Pausable;
import kilim.PauseReason;
import kilim.Task;

/**
 * The result of a transaction that may still be running. Any number of fibers and threads may wait for it; the store
 * completes it.
 */
public final class PendingResult<T> implements PauseReason {
    private final CompletableFuture<T> answer = new CompletableFuture<>();

    /**
     * Waits in a fiber: parks it, on any scheduler, without blocking a thread.
     *
     * @throws StoreUnavailableException if the store is unavailable
     * @throws TransactionException if the transaction failed for another reason
     */
    public T await() throws Pausable {
        if (!isDone()) {
            Task<?> fiber = Task.getCurrentTask();
            // Kilim drops a resume that comes before the pause, then calls isValid: therefore isValid checks the result
            answer.whenComplete((value, problem) -> fiber.resume());
            while (!isDone()) {
                Task.pause(this);
            }
        }
        return get();
    }

    /**
     * Waits on a thread and blocks it.
     *
     * @throws StoreUnavailableException if the store is unavailable
     * @throws TransactionException if the transaction failed for another reason
     */
    public T get() {
        if (answer.isCompletedExceptionally()) {
            throw failure(answer.exceptionNow()); // join() makes an exception with a stack trace of its own
        }
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw failure(e.getCause());
        }
    }

    private static RuntimeException failure(Throwable problem) {
        return problem instanceof StoreUnavailableException unavailable
                ? unavailable
                : new TransactionException(problem);
    }

    /** Kilim asks whether there is still something to wait for. */
    @Override
    @SuppressWarnings("rawtypes") // as Kilim declares it
    public boolean isValid(Task fiber) {
        return !isDone();
    }

    /** Whether it has been completed. */
    public boolean isDone() {
        return answer.isDone();
    }

    /** Called by the store. Only the first completion counts. */
    public void complete(T value) {
        answer.complete(value);
    }

    /** Called by the store. Only the first completion counts. */
    public void fail(Throwable problem) {
        answer.completeExceptionally(problem);
    }
}
