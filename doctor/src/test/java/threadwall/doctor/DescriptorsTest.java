package threadwall.doctor;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import threadwall.process.PreconditionException;

/** A probe does not begin if it would run out of descriptors itself. */
class DescriptorsTest {

    @Test
    void tooFewAreRefusedWithTheNextStep() throws Exception {
        Doctor.requireDescriptors(OptionalLong.of(64));
        Doctor.requireDescriptors(OptionalLong.empty());
        assertThatThrownBy(() -> Doctor.requireDescriptors(OptionalLong.of(63)))
                .isInstanceOf(PreconditionException.class)
                .hasMessage("RLIMIT_NOFILE of 63 leaves a probe no descriptors to begin with; it takes at least 64:"
                        + " ulimit -n 64");
    }
}
