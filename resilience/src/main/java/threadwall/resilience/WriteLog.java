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
import threadwall.loadgen.http.HttpResponse;

/**
 * Which users a server must have: those that it has acknowledged, and those that it has returned since. Users without an answer,
 * or answered by a 503, may be stored or not; refused users must not be. Thread-safe.
 */
final class WriteLog {

    /** Ids that a fault names; further ones are counted. */
    private static final int NAMED_IDS = 20;

    private static final Pattern ID = Pattern.compile("\\{\"id\":([1-9]\\d{0,9})}");
    private static final Pattern NAME = Pattern.compile("\"name\":\"([^\"]*)\"");

    private final Map<Integer, String> expected = new ConcurrentSkipListMap<>();
    private final Set<String> outcomeUnknown = ConcurrentHashMap.newKeySet();
    private final Set<String> refusedNames = ConcurrentHashMap.newKeySet();
    private final Set<Integer> lost = new ConcurrentSkipListSet<>();
    private final Set<Integer> altered = new ConcurrentSkipListSet<>();
    private final Set<Integer> duplicateIds = new ConcurrentSkipListSet<>();
    private final Set<Integer> refusedButStored = new ConcurrentSkipListSet<>();
    private final Set<Integer> neverRequested = new ConcurrentSkipListSet<>();
    private final EventCounter wrong = new EventCounter();
    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder unanswered = new LongAdder();
    private final LongAdder unavailable = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder unknownAndThere = new LongAdder();

    /** Totals since the first user. */
    record Totals(
            long acknowledged, long unanswered, long unavailable, long refused, long unknownAndThere, long missing) {}

    /** No complete answer came. */
    void unanswered(NewUserRequest user) {
        unanswered.increment();
        outcomeUnknown.add(user.name());
    }

    void answered(NewUserRequest user, HttpResponse response) {
        int expectedStatus = user.isValid() ? 201 : 400;
        if (response.status() == 503) {
            unavailable.increment();
            outcomeUnknown.add(user.name());
        } else if (response.status() != expectedStatus) {
            wrong.count("status %d instead of %d".formatted(response.status(), expectedStatus));
            outcomeUnknown.add(user.name());
        } else if (user.isValid()) {
            acknowledged(user, response);
        } else {
            refused.increment();
            refusedNames.add(user.name());
        }
    }

    private void acknowledged(NewUserRequest user, HttpResponse response) {
        var body = new String(response.body(), StandardCharsets.UTF_8);
        var id = ID.matcher(body);
        if (!id.matches()
                || !("/users/" + id.group(1)).equals(response.headers().get("location"))) {
            wrong.count("201 without an id, or with another Location");
            outcomeUnknown.add(user.name());
            return;
        }
        acknowledged.increment();
        int number = Integer.parseInt(id.group(1));
        if (expected.putIfAbsent(number, user.stored(number)) != null) {
            duplicateIds.add(number);
        }
    }

    /** Ids of the users that must be there, in order. */
    List<Integer> expectedIds() {
        return List.copyOf(expected.keySet());
    }

    /**
     * Records what the server returned for an id after a crash.
     *
     * @param user as JSON; {@code null} for a 404
     */
    void readBack(int id, String user) {
        var stored = expected.get(id);
        if (stored != null) {
            if (user == null) {
                lost.add(id);
            } else if (!stored.equals(user)) {
                altered.add(id);
            }
        } else if (user != null) {
            unacknowledged(id, user);
        }
    }

    private void unacknowledged(int id, String user) {
        var name = NAME.matcher(user);
        if (name.find() && outcomeUnknown.remove(name.group(1))) {
            unknownAndThere.increment();
            expected.put(id, user); // it must stay, since a client has read it
        } else if (name.hasMatch() && refusedNames.contains(name.group(1))) {
            refusedButStored.add(id);
        } else {
            neverRequested.add(id);
        }
    }

    long acknowledged() {
        return acknowledged.sum();
    }

    Totals totals() {
        return new Totals(
                acknowledged.sum(),
                unanswered.sum(),
                unavailable.sum(),
                refused.sum(),
                unknownAndThere.sum(),
                lost.size() + altered.size());
    }

    /** A sentence for each kind of fault of the server. */
    List<String> faults() {
        var faults = new ArrayList<String>();
        addFault(faults, lost, "was acknowledged or shown, but is lost");
        addFault(faults, altered, "was acknowledged, but has changed");
        addFault(faults, duplicateIds, "got an id that another user has");
        addFault(faults, refusedButStored, "was refused, but is stored");
        addFault(faults, neverRequested, "exists although no client created it, or exists under another id as well");
        wrong.counts().forEach(count -> faults.add("%s (%,d times)".formatted(count.what(), count.times())));
        return faults;
    }

    private static void addFault(List<String> faults, Set<Integer> ids, String fault) {
        if (!ids.isEmpty()) {
            var named = ids.stream().limit(NAMED_IDS).map(String::valueOf).toList();
            var more = ids.size() > NAMED_IDS ? " and %,d more".formatted(ids.size() - NAMED_IDS) : "";
            faults.add("%,d times a user %s: id %s%s".formatted(ids.size(), fault, String.join(", ", named), more));
        }
    }
}
