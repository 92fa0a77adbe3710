package threadwall.kilim;

import java.io.IOException;
import java.nio.channels.Selector;
import kilim.nio.NioSelectorScheduler;

/**
 * Kilim's selector, with what it lacks: a way to be woken, and an end.
 *
 * <p>A channel that is closed while it is registered gives its descriptor back at the selector's next round only, and
 * on a quiet server there is none. And the selector's thread dies of a channel that is closed while an event of it is
 * awaited. So a channel is closed by the fiber that owns it, when it awaits nothing, and then the selector is woken.
 *
 * <p>Kilim keeps selector and thread private; 2.0.2 is its last release, so their names stay what they are.
 */
final class KilimSelector extends NioSelectorScheduler {
    private final Selector selector = (Selector) kept("sel");
    private final Thread thread = (Thread) kept("selectorThread");

    /** Its registrations run on Kilim's default scheduler, which must be set before. */
    KilimSelector() throws IOException {}

    /** Has descriptors of closed channels given back; cheap when it was woken already. */
    void wake() {
        selector.wakeup();
    }

    /** Ends the thread and frees the selector's own descriptors. Fibers that await an event are not resumed. */
    void end() throws IOException, InterruptedException {
        shutdown();
        thread.join();
        selector.close();
    }

    private Object kept(String name) {
        try {
            var field = NioSelectorScheduler.class.getDeclaredField(name);
            field.setAccessible(true);
            return field.get(this);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("Kilim's NioSelectorScheduler is not the one of 2.0.2: it has no " + name, e);
        }
    }
}
