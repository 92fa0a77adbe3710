// Copyright 2014 nilangshah - offered under the terms of the MIT License
// Changed: a field updater instead of sun.misc.Unsafe

package kilim.concurrent;

import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

abstract class VolatileReferenceCellValue<V> extends VolatileLongCellPrePad {
    @SuppressWarnings("rawtypes") // of a generic class there is no class literal
    static final AtomicReferenceFieldUpdater<VolatileReferenceCellValue, Object> VALUE =
            AtomicReferenceFieldUpdater.newUpdater(VolatileReferenceCellValue.class, Object.class, "value");

    protected volatile V value;
}

/** A volatile reference that shares its cache line with no other field. */
public class VolatileReferenceCell<V> extends VolatileReferenceCellValue<V> {
    volatile long p10, p11, p12, p13, p14, p15, p16;

    public VolatileReferenceCell(V initialValue) {
        value = initialValue;
    }

    public VolatileReferenceCell() {}

    public final V get() {
        return value;
    }

    public final void set(V newValue) {
        value = newValue;
    }

    public final void lazySet(V newValue) {
        VALUE.lazySet(this, newValue);
    }

    public final boolean compareAndSet(V expect, V update) {
        return VALUE.compareAndSet(this, expect, update);
    }

    public final boolean weakCompareAndSet(V expect, V update) {
        return VALUE.weakCompareAndSet(this, expect, update);
    }

    @SuppressWarnings("unchecked")
    public final V getAndSet(V newValue) {
        return (V) VALUE.getAndSet(this, newValue);
    }

    @Override
    public String toString() {
        return String.valueOf(get());
    }
}
