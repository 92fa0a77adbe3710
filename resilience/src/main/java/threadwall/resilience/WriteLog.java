package threadwall.resilience;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.regex.Pattern;

/**
 * Which users a server owes: those that it has acknowledged, and those that it has shown since. Those without an answer,
 * or answered by a 503, may be there or not; those refused may not. Kept from many threads.
 */
final class WriteLog {

    /** Ids that a fault names; of more it says how many. */
    private static final int NAMED = 20;

    private static final Pattern ID = Pattern.compile("\\{\"id\":([1-9]\\d{0,9})}");
    private static final Pattern NAME = Pattern.compile("\"name\":\"([^\"]*)\"");

    private final Map<Integer, String> owed = new ConcurrentSkipListMap<>();
    private final Set<String> unknown = ConcurrentHashMap.newKeySet();
    private final Set<String> refusals = ConcurrentHashMap.newKeySet();
    private final Set<Integer> lost = new ConcurrentSkipListSet<>();
    private final Set<Integer> altered = new ConcurrentSkipListSet<>();
    private final Set<Integer> givenTwice = new ConcurrentSkipListSet<>();
    private final Set<Integer> refusedAndThere = new ConcurrentSkipListSet<>();
    private final Set<Integer> unasked = new ConcurrentSkipListSet<>();
    private final EventCounter wrong = new EventCounter();
    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder unanswered = new LongAdder();
    private final LongAdder unavailable = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder unknownAndThere = new LongAdder();

    /** Sums since the first user, as they are now. */
    record Sums(
            long acknowledged, long unanswered, long unavailable, long refused, long unknownAndThere, long missing) {}

    /** No answer came, or none in full. */
    void unanswered(NewUserRequest user) {
        unanswered.increment();
        unknown.add(user.name());
    }

    void answered(NewUserRequest user, RawResponse reply) {
        int due = user.valid() ? 201 : 400;
        if (reply.status() == 503) {
            unavailable.increment();
            unknown.add(user.name());
        } else if (reply.status() != due) {
            wrong.count("status %d instead of %d".formatted(reply.status(), due));
            unknown.add(user.name());
        } else if (user.valid()) {
            acknowledged(user, reply);
        } else {
            refused.increment();
            refusals.add(user.name());
        }
    }

    private void acknowledged(NewUserRequest user, RawResponse reply) {
        var body = new String(reply.body(), StandardCharsets.UTF_8);
        var id = ID.matcher(body);
        if (!id.matches() || !("/users/" + id.group(1)).equals(reply.fields().get("location"))) {
            wrong.count("201 without an id, or with another Location");
            unknown.add(user.name());
            return;
        }
        acknowledged.increment();
        int number = Integer.parseInt(id.group(1));
        if (owed.putIfAbsent(number, user.stored(number)) != null) {
            givenTwice.add(number);
        }
    }

    /** Those that have to be there, in the order of their ids. */
    List<Integer> owed() {
        return List.copyOf(owed.keySet());
    }

    /**
     * What the server says of an id after a crash.
     *
     * @param user as JSON; {@code null} when it says that there is none
     */
    void found(int id, String user) {
        var due = owed.get(id);
        if (due != null) {
            if (user == null) {
                lost.add(id);
            } else if (!due.equals(user)) {
                altered.add(id);
            }
        } else if (user != null) {
            unacknowledged(id, user);
        }
    }

    private void unacknowledged(int id, String user) {
        var name = NAME.matcher(user);
        if (name.find() && unknown.remove(name.group(1))) {
            unknownAndThere.increment();
            owed.put(id, user); // from now on: somebody has seen it
        } else if (name.hasMatch() && refusals.contains(name.group(1))) {
            refusedAndThere.add(id);
        } else {
            unasked.add(id);
        }
    }

    long acknowledged() {
        return acknowledged.sum();
    }

    Sums sums() {
        return new Sums(
                acknowledged.sum(),
                unanswered.sum(),
                unavailable.sum(),
                refused.sum(),
                unknownAndThere.sum(),
                lost.size() + altered.size());
    }

    /** What the server did wrong, in sentences. */
    List<String> faults() {
        var faults = new ArrayList<String>();
        say(faults, lost, "was acknowledged or shown, and is lost");
        say(faults, altered, "was acknowledged, and is another one now");
        say(faults, givenTwice, "had an id that another has");
        say(faults, refusedAndThere, "was refused, and is there");
        say(faults, unasked, "is there, though nobody asked for it, or stands there under another id as well");
        wrong.counts().forEach(count -> faults.add("%s (%,d times)".formatted(count.what(), count.times())));
        return faults;
    }

    private static void say(List<String> faults, Set<Integer> ids, String what) {
        if (!ids.isEmpty()) {
            var named = ids.stream().limit(NAMED).map(String::valueOf).toList();
            var more = ids.size() > NAMED ? " and %,d more".formatted(ids.size() - NAMED) : "";
            faults.add("%,d times a user %s: id %s%s".formatted(ids.size(), what, String.join(", ", named), more));
        }
    }
}
