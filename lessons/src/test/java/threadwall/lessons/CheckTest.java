package threadwall.lessons;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CheckTest {

    @Test
    void aNumberIsRightWithinItsTolerance() {
        var check = new Check.Number(1_000, 0.1);
        assertThat(check.isRight("1,000")).isTrue();
        assertThat(check.isRight(" 901 ")).isTrue();
        assertThat(check.isRight("899")).isFalse();
        assertThat(check.isRight("1101")).isFalse();
        assertThat(check.isRight("many")).isFalse();
        assertThat(check.isRight("")).isFalse();
        assertThat(check.isRight("NaN")).isFalse();
        assertThat(check.isReadable("12 ms")).isFalse();
        assertThat(check.isReadable("12")).isTrue();
        assertThat(check.isRight(check.rightAnswer())).isTrue();
    }

    @Test
    void aWordIsRightInAnyCase() {
        var check = new Check.Word("EAGAIN");
        assertThat(check.isRight("eagain ")).isTrue();
        assertThat(check.isRight("ENOMEM")).isFalse();
        assertThat(new Check.Word(List.of("a", "b")).isRight("B")).isTrue();
        assertThat(check.isRight(check.rightAnswer())).isTrue();
    }
}
