package threadwall.kilim.io;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;

/**
 * Linux's {@code struct epoll_event { uint32_t events; epoll_data_t data; }}: flags, and 64 bits for the user, of which
 * we use the low 32 for the descriptor. It is packed on x86-64, as on 32-bit x86 (EPOLL_PACKED in the kernel's
 * include/uapi/linux/eventpoll.h); elsewhere the data are aligned to 8.
 *
 * @param size bytes from one event to the next
 * @param data bytes from the start of an event to its data
 */
record EpollEvent(int size, int data) {
    static final EpollEvent X86_64 = new EpollEvent(12, 4);
    static final EpollEvent AARCH64 = new EpollEvent(16, 8);

    /** The layout on this machine. */
    static final EpollEvent HERE = of(System.getProperty("os.arch"));

    /**
     * @param arch as the JVM names it
     * @throws UnsupportedOperationException for an untested architecture
     */
    static EpollEvent of(String arch) {
        return switch (arch) {
            case "amd64", "x86_64" -> X86_64;
            case "aarch64" -> AARCH64;
            default -> throw new UnsupportedOperationException("the layout of epoll_event is not known on " + arch);
        };
    }

    void set(MemorySegment event, int flags, int descriptor) {
        event.set(JAVA_INT_UNALIGNED, 0, flags);
        event.set(JAVA_LONG_UNALIGNED, data, descriptor);
    }

    int flags(MemorySegment events, int index) {
        return events.get(JAVA_INT_UNALIGNED, (long) index * size);
    }

    int descriptor(MemorySegment events, int index) {
        return (int) events.get(JAVA_LONG_UNALIGNED, (long) index * size + data);
    }
}
