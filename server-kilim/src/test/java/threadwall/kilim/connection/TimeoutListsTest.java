package threadwall.kilim.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import threadwall.kilim.connection.ConnectionLimits.Timeouts;

class TimeoutListsTest {
    private static final int IDLE = 60;
    private static final int HEAD = 10;

    private final TimeoutLists lists = new TimeoutLists(new Timeouts(
            Duration.ofMillis(IDLE),
            Duration.ofMillis(HEAD),
            Duration.ofMillis(1_000),
            Duration.ofMillis(1_000),
            Duration.ofMillis(1_000)));

    /** In the order of their slots. */
    private final List<Connection> added = new ArrayList<>();

    private final List<Integer> slots = new ArrayList<>();

    private void add(int count) {
        for (int i = 0; i < count; i++) {
            var connection = new Connection(null, null);
            added.add(connection);
            slots.add(lists.add(connection));
        }
    }

    private void start(TimeoutKind kind, int index, int now) {
        lists.start(kind, slots.get(index), now);
    }

    /** Removes all that are overdue; returns their numbers in that order. */
    private List<Integer> overdue(int now) {
        var found = new ArrayList<Integer>();
        for (var late = lists.overdue(now); late != null; late = lists.overdue(now)) {
            int index = added.indexOf(late);
            found.add(index);
            lists.remove(slots.get(index));
        }
        return found;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1_000_000, Integer.MAX_VALUE - 5})
    void theFirstThatEnteredIsTheFirstThatIsOverdue(int epoch) {
        add(3);
        start(TimeoutKind.IDLE, 2, epoch);
        start(TimeoutKind.IDLE, 0, epoch + 1);
        start(TimeoutKind.IDLE, 1, epoch + 2);
        assertThat(overdue(epoch + IDLE - 1)).isEmpty();
        assertThat(overdue(epoch + IDLE)).containsExactly(2);
        assertThat(overdue(epoch + IDLE + 2)).containsExactly(0, 1);
    }

    @Test
    void aTimeoutThatStartsAgainEndsLater() {
        add(2);
        start(TimeoutKind.IDLE, 0, 0);
        start(TimeoutKind.IDLE, 1, 5);
        start(TimeoutKind.IDLE, 0, 10);
        assertThat(overdue(IDLE + 5)).containsExactly(1);
        assertThat(overdue(IDLE + 10)).containsExactly(0);
    }

    @Test
    void eachKindHasItsOwnTime() {
        add(3);
        start(TimeoutKind.IDLE, 0, 0);
        start(TimeoutKind.HEAD, 1, 40);
        start(TimeoutKind.HEAD, 2, 40);
        start(TimeoutKind.NONE, 2, 45);
        assertThat(overdue(40 + HEAD)).containsExactly(1);
        assertThat(overdue(IDLE)).containsExactly(0);
        assertThat(overdue(Integer.MAX_VALUE)).as("no timeout runs").isEmpty();
    }

    @Test
    void theFirstIsKnownBeforeItIsOverdue() {
        add(3);
        assertThat(lists.first(TimeoutKind.IDLE, 100, 0)).as("none is idle").isNull();
        start(TimeoutKind.IDLE, 1, 1);
        start(TimeoutKind.IDLE, 0, 2);
        start(TimeoutKind.HEAD, 2, 0);
        assertThat(lists.first(TimeoutKind.IDLE, 10, 9)).isSameAs(added.get(1));
        assertThat(lists.first(TimeoutKind.IDLE, 10, 10)).isNull();
    }

    @Test
    void slotsAreUsedAgain() {
        add(500);
        var first = List.copyOf(slots);
        first.forEach(lists::remove);
        add(500);
        assertThat(slots.subList(500, 1_000)).containsExactlyInAnyOrderElementsOf(first);
    }

    @Test
    void allAreVisitedThoughTheyLeaveMeanwhile() {
        add(300);
        var visited = new ArrayList<Connection>();
        lists.forEach(connection -> {
            visited.add(connection);
            lists.remove(slots.get(added.indexOf(connection)));
        });
        assertThat(visited).containsExactlyInAnyOrderElementsOf(added);
        lists.forEach(connection -> assertThat(connection).isNull());
    }
}
