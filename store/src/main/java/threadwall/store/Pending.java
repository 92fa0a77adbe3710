package threadwall.store;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import kilim.Pausable;
import kilim.PauseReason;
import kilim.Task;

/** The answer of a transaction, once it is there. Any number of fibers and threads may wait for it. */
public final class Pending<T> implements PauseReason {
    private final CompletableFuture<T> answer = new CompletableFuture<>();

    Pending() {}

    /**
     * Waits as a fiber: parks it, whatever scheduler it is on, and no thread.
     *
     * @throws TransactionException if the transaction failed
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
     * @throws TransactionException if the transaction failed
     */
    public T get() {
        try {
            return answer.join();
        } catch (CompletionException e) {
            throw new TransactionException(e.getCause());
        }
    }

    /** Kilim's question, whether there still is something to wait for. */
    @Override
    @SuppressWarnings("rawtypes") // as Kilim declares it
    public boolean isValid(Task fiber) {
        return !answer.isDone();
    }

    void complete(T value) {
        answer.complete(value);
    }

    void fail(Throwable problem) {
        answer.completeExceptionally(problem);
    }
}
