package threadwall.kilim.connection;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ObjectPoolTest {
    private final ObjectPool<String> pool = new ObjectPool<>();

    @Test
    void anEmptyOneHasNothingToLend() {
        assertThat(pool.lend()).isNull();
    }

    @Test
    void lendsFirstWhatCameLast() {
        pool.giveBack("a");
        pool.giveBack("b");
        assertThat(pool.lend()).isEqualTo("b");
        assertThat(pool.lend()).isEqualTo("a");
    }

    @Test
    void keepsWhatWasNeededSinceTheLastTrim() {
        for (int i = 0; i < 10; i++) {
            pool.giveBack("" + i);
        }
        pool.trim();
        pool.lend();
        pool.lend();
        pool.giveBack("x");
        pool.giveBack("y");
        pool.trim();
        assertThat(pool.lend()).isEqualTo("y");
        assertThat(pool.lend()).isEqualTo("x");
        assertThat(pool.lend()).isNull();
    }

    @Test
    void keepsAllThatCameSinceTheLastTrim() {
        pool.giveBack("a");
        pool.giveBack("b");
        pool.trim();
        assertThat(pool.lend()).isEqualTo("b");
        assertThat(pool.lend()).isEqualTo("a");
        assertThat(pool.lend()).isNull();
    }

    @Test
    void keepsNothingThatNobodyNeeds() {
        pool.giveBack("a");
        pool.trim();
        pool.trim();
        assertThat(pool.lend()).isNull();
    }
}
