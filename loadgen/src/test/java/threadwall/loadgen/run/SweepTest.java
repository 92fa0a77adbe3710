package threadwall.loadgen.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.record.StepRecord;

class SweepTest {

    /** Whoever writes a table of them would write an empty one, and keep it when the first step is cut short. */
    @Test
    void tellsNothingBeforeThereIsARecord(@TempDir Path folder) throws Exception {
        var told = new ArrayList<List<StepRecord>>();
        var sweep = new Sweep(Path.of(".."), folder, Databases.given(null), false, new Silence());
        assertThat(sweep.run(List.of(), List.of("sweep"), told::add)).isEmpty();
        assertThat(told).isEmpty();
    }
}
