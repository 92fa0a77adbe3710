package threadwall.store.embedded;

import java.util.Map;
import org.h2.mvstore.tx.Transaction;

/** Runs transactions in order and commits them in groups, on the store's thread. */
final class GroupCommit {
    /** Groups are bounded because a group's first writer waits for its last member. */
    static final int GROUP = 256;

    private final StoreFile file;
    private final JobQueue transactions;

    GroupCommit(StoreFile file, JobQueue transactions) {
        this.file = file;
        this.transactions = transactions;
    }

    /**
     * Waits for transactions and runs them as one of MVStore, because MVStore writes to the file for each.
     *
     * @return false: there will be no more
     */
    boolean runNext() throws InterruptedException {
        var group = transactions.take();
        if (group.isEmpty()) {
            return false;
        }
        int acknowledged = 0;
        try {
            var transaction = file.begin();
            for (var job : group) {
                run(job, transaction);
                if (!transaction.hasChanges()) {
                    job.acknowledge();
                    acknowledged++;
                }
            }
            file.commit(transaction);
            group.subList(acknowledged, group.size()).forEach(Job::acknowledge);
        } catch (Throwable e) { // catch everything: no caller may wait forever
            var problem = file.giveUp(e);
            group.subList(acknowledged, group.size()).forEach(job -> job.pending.fail(problem));
            file.reopen();
        }
        return true;
    }

    /** Its changes stay in the transaction, or none of them if it throws. */
    private void run(Job<?> job, Transaction transaction) {
        long before = transaction.setSavepoint();
        if (!job.run(new EmbeddedTxn(file, transaction))) {
            transaction.rollbackToSavepoint(before);
        }
    }

    private record EmbeddedTxn(StoreFile file, Transaction transaction) implements Txn {
        @Override
        public <K extends Comparable<K>, V> Map<K, V> open(Table<K, V> table) {
            return file.open(transaction, table.name());
        }
    }
}
