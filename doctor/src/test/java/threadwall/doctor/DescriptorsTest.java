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
                .hasMessage("RLIMIT_NOFILE is 63, but a probe needs at least 64 descriptors; raise it: ulimit -n 64");
    }
}
