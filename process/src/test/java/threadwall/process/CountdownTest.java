package threadwall.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CountdownTest {

    @Test
    void showsTheTimeLeftAndHowCertainItIs() {
        assertThat(Countdown.text("lingering: 812 threads", "", 40.2)).isEqualTo("lingering: 812 threads, 40 s left");
        assertThat(Countdown.text("loading", "about ", 12.0)).isEqualTo("loading, about 12 s left");
    }

    @Test
    void showsNoTimeWhereItIsUnknownOrOver() {
        assertThat(Countdown.text("loading", "about ", null)).isEqualTo("loading");
        assertThat(Countdown.text("loading", "about ", -3.0)).isEqualTo("loading");
    }
}
