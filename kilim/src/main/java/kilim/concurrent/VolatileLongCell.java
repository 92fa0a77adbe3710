// Copyright 2014 nilangshah - offered under the terms of the MIT License
// Changed: a field updater instead of sun.misc.Unsafe

package kilim.concurrent;

import java.util.concurrent.atomic.AtomicLongFieldUpdater;

abstract class VolatileLongCellPrePad {
    volatile long p0, p1, p2, p3, p4, p5, p6;
}

abstract class VolatileLongCellValue extends VolatileLongCellPrePad {
    static final AtomicLongFieldUpdater<VolatileLongCellValue> VALUE =
            AtomicLongFieldUpdater.newUpdater(VolatileLongCellValue.class, "value");

    protected volatile long value;
}

/** A volatile long that shares its cache line with no other field. */
public final class VolatileLongCell extends VolatileLongCellValue {
    volatile long p10, p11, p12, p13, p14, p15, p16;

    public VolatileLongCell() {
        this(0L);
    }

    public VolatileLongCell(long v) {
        lazySet(v);
    }

    public void lazySet(long v) {
        VALUE.lazySet(this, v);
    }

    public void set(long v) {
        value = v;
    }

    public long get() {
        return value;
    }
}
