package threadwall.resilience;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SlowAttackTest {

    private static final SlowAttack.Target TARGET =
            new SlowAttack.Target("http://127.0.0.1:1/json", "http://127.0.0.1:1/fortunes", 2_000, 20);

    @Test
    void connectionsComeWithinAFifthOfTheTime() {
        assertThat(String.join(" ", SlowAttack.HEADERS.tool(TARGET)))
                .isEqualTo("slowhttptest -v 1 -c 2000 -r 500 -l 20 -i 2 -p 5 -H -t GET -x 24"
                        + " -u http://127.0.0.1:1/json");
    }

    @Test
    void readersAskForTheLongAnswer() {
        assertThat(SlowAttack.READ.tool(TARGET)).contains("-X").endsWith("-u", "http://127.0.0.1:1/fortunes");
        assertThat(SlowAttack.BODY.tool(TARGET)).contains("-B", "POST");
    }

    @Test
    void halfOpenIsOurOwnAndNeverARequest() {
        assertThat(SlowAttack.HALF_OPEN.tool(TARGET)).isEmpty();
        assertThat(SlowAttack.HALF_A_HEAD).doesNotContain("\r\n\r\n");
    }

    @Test
    void percentilesAreByNearestRank() {
        var waits = new double[200];
        for (int i = 0; i < waits.length; i++) {
            waits[i] = 200 - i;
        }
        var pulse = HealthyClient.pulse(203, 1, waits);
        assertThat(pulse.p50Millis()).isEqualTo(100);
        assertThat(pulse.p99Millis()).isEqualTo(198);
        assertThat(pulse.longestMillis()).isEqualTo(200);
        assertThat(pulse.failed()).isEqualTo(3);
        assertThat(HealthyClient.pulse(2, 0, new double[0]).failed()).isEqualTo(2);
    }
}
