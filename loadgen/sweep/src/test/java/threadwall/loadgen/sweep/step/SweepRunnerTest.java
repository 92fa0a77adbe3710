package threadwall.loadgen.sweep.step;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import threadwall.loadgen.testbed.database.DatabaseProvider;
import threadwall.process.NoProgress;
import threadwall.record.StepRecord;

class SweepRunnerTest {

    /** Otherwise an empty table would be written, and would remain if the first step is aborted. */
    @Test
    void reportsNothingBeforeTheFirstRecord(@TempDir Path folder) throws Exception {
        var told = new ArrayList<List<StepRecord>>();
        var sweep = new SweepRunner(Path.of("../.."), folder, DatabaseProvider.given(null), false, new NoProgress());
        assertThat(sweep.run(List.of(), List.of("sweep"), told::add)).isEmpty();
        assertThat(told).isEmpty();
    }
}
