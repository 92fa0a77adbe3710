// Copyright 2014 nilangshah - offered under the terms of the MIT License
// Changed: a field updater instead of sun.misc.Unsafe

package kilim.concurrent;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

/** A volatile boolean. */
public final class VolatileBoolean {
    private static final AtomicIntegerFieldUpdater<VolatileBoolean> VALUE =
            AtomicIntegerFieldUpdater.newUpdater(VolatileBoolean.class, "value");

    private volatile int value;

    public VolatileBoolean() {
        this(false);
    }

    public VolatileBoolean(boolean v) {
        lazySet(v);
    }

    public void lazySet(boolean v) {
        VALUE.lazySet(this, v ? 1 : 0);
    }

    public void set(boolean v) {
        value = v ? 1 : 0;
    }

    public boolean get() {
        return value != 0;
    }

    public boolean compareAndSet(boolean expect, boolean update) {
        return VALUE.compareAndSet(this, expect ? 1 : 0, update ? 1 : 0);
    }
}
