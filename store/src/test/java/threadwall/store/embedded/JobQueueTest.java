package threadwall.store.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two queues whose threads hang. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class JobQueueTest {
    private static final Duration PATIENCE = Duration.ofMillis(1);

    private final JobQueue reads = new JobQueue("tested", 1, PATIENCE);
    private final JobQueue writes = new JobQueue("tested", GroupCommit.GROUP, PATIENCE);

    private static Job<Void> job() {
        return new Job<>(txn -> null);
    }

    private static void failOverdue(JobQueue queue, Job<?> job) {
        while (!job.pending.isDone()) {
            queue.failOverdue();
        }
    }

    @Test
    void jobsBehindOneThatIsDoneFailToo() {
        var done = job();
        var behind = job();
        writes.add(done);
        writes.add(behind);
        done.pending.complete(null);
        failOverdue(writes, behind);
    }

    @Test
    void aJobThatHasFailedIsNotPassedOn() throws InterruptedException {
        var hanging = job();
        reads.add(hanging);
        reads.take();
        failOverdue(reads, hanging);
        reads.passOn(hanging, writes);
        writes.end();
        assertThat(writes.take()).isEmpty();
    }
}
