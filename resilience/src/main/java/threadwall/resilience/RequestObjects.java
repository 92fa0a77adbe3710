package threadwall.resilience;

import java.util.regex.Pattern;
import threadwall.process.HeapHistogram;

/** The live objects that represent a client or its request. */
final class RequestObjects {

    /**
     * Kilim's classes, by package; virtual threads, channels, and the tasks, fibers, connections, deferred results and
     * asynchronous contexts of servers.
     */
    private static final Pattern CLASSES = Pattern.compile(
            "kilim\\.(?!Scheduler|State$)[A-Z]\\w*"
                    + "|threadwall\\.(?:\\w+\\.)*\\w*(?:Task|Fiber|Connection|Timer)"
                    + "|java\\.lang\\.VirtualThread|sun\\.nio\\.ch\\.SocketChannelImpl|sun\\.nio\\.ch\\.NioSocketImpl"
                    + "|org\\.springframework\\.\\S*\\.DeferredResult|org\\.apache\\.\\S*\\.(?:AsyncContextImpl|NioEndpoint\\$NioSocketWrapper)");

    private RequestObjects() {}

    /** Those among all; the bytes remain those of all objects. */
    static HeapHistogram among(HeapHistogram all) {
        return all.only(CLASSES);
    }

    static long count(HeapHistogram all) {
        return among(all).objects();
    }
}
