// Copyright 2014 by nilangshah - offered under the terms of the MIT License
// Changed: atomics instead of sun.misc.Unsafe

package kilim.concurrent;

import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A bounded queue for many producers and one consumer.
 *
 * @param <E> never null
 */
public class MPSCQueue<E> {
    private final int capacity;
    private final int mask;
    private final AtomicReferenceArray<E> buffer;

    /** Where the next element goes; each producer takes a number for itself. */
    private final PaddedCount tail = new PaddedCount();

    /** Where the next element comes from; the consumer's. */
    private final VolatileLongCell head = new VolatileLongCell();

    /** Its field shares its cache line with no other. */
    private static final class PaddedCount extends VolatileLongCellValue {
        volatile long p10, p11, p12, p13, p14, p15, p16;

        long get() {
            return value;
        }

        boolean compareAndSet(long expect, long update) {
            return VALUE.compareAndSet(this, expect, update);
        }
    }

    /** @param capacity is rounded up to a power of two */
    public MPSCQueue(int capacity) {
        this.capacity = 1 << Integer.SIZE - Integer.numberOfLeadingZeros(capacity - 1);
        mask = this.capacity - 1;
        buffer = new AtomicReferenceArray<>(this.capacity);
    }

    private int place(long number) {
        return (int) number & mask;
    }

    public boolean add(E e) {
        if (offer(e)) {
            return true;
        }
        throw new IllegalStateException("Queue is full");
    }

    /** Adds it unless the queue is full. Thread-safe. */
    public boolean offer(E e) {
        if (e == null) {
            throw new NullPointerException("Null is not a valid element");
        }
        long number;
        do {
            number = tail.get();
            if (head.get() <= number - capacity) {
                return false;
            }
        } while (!tail.compareAndSet(number, number + 1));
        buffer.lazySet(place(number), e);
        return true;
    }

    public boolean hasSpace() {
        return buffer.get(place(tail.get())) == null;
    }

    /** Takes the oldest; null = none. For the consumer, like all that follow but {@link #size}. */
    public E poll() {
        long number = head.get();
        E e = buffer.get(place(number));
        if (e != null) {
            buffer.lazySet(place(number), null);
            head.lazySet(number + 1);
        }
        return e;
    }

    /** Takes as many as there are and fit; null marks the end. */
    public void fill(E[] into) {
        for (int i = 0; i < into.length; i++) {
            into[i] = poll();
            if (into[i] == null) {
                return;
            }
        }
    }

    public E remove() {
        return present(poll());
    }

    public boolean isEmpty() {
        return peek() == null;
    }

    public E element() {
        return present(peek());
    }

    private E present(E e) {
        if (e == null) {
            throw new NoSuchElementException("Queue is empty");
        }
        return e;
    }

    public E peek() {
        return buffer.get(place(head.get()));
    }

    public int size() {
        return (int) (tail.get() - head.get());
    }
}
