package threadwall.probes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import threadwall.probes.KneeDetection.Open;
import threadwall.record.ProbeRecord.Pace;

class KneeDetectionTest {

    private final List<Open> opened = new ArrayList<>(List.of(new Open(0, 0)));

    private void open(long upTo, double perSecond) {
        var last = opened.getLast();
        for (long count = last.count() + 100; count <= upTo; count += 100) {
            opened.add(new Open(count, last.seconds() + (count - last.count()) / perSecond));
        }
    }

    /** As measured in PortCapacity: 40,000 a second up to half of the range, 1,500 past it. */
    @Test
    void findsHalfOfThePortRange() {
        open(14_100, 40_000);
        open(28_200, 1_500);
        var pace = KneeDetection.of(opened);
        assertThat(pace.knee()).isBetween(12_700L, 15_600L);
        assertThat(pace.perSecondBefore()).isGreaterThan(10_000);
        assertThat(pace.perSecondAfter()).isCloseTo(1_500, within(200.0));
    }

    @Test
    void aPauseIsNoKnee() {
        open(10_000, 20_000);
        opened.add(new Open(10_100, opened.getLast().seconds() + 3));
        open(20_000, 20_000);
        assertThat(KneeDetection.of(opened).knee()).isNull();
    }

    @Test
    void neitherIsAStartThatWarmsUp() {
        open(1_000, 2_000);
        open(20_000, 20_000);
        var pace = KneeDetection.of(opened);
        assertThat(pace.knee()).isNull();
        assertThat(pace.perSecondAfter()).isNull();
        assertThat(pace.perSecondBefore()).isCloseTo(20_000 / 1.45, within(10.0));
    }

    @Test
    void tooFewHaveNoRate() {
        assertThat(KneeDetection.of(List.of(new Open(80, 0)))).isEqualTo(new Pace(null, null, null));
        assertThat(KneeDetection.of(List.of())).isEqualTo(new Pace(null, null, null));
    }
}
