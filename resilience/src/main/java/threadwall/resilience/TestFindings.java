package threadwall.resilience;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import threadwall.process.Progress;
import threadwall.record.ResilienceRecord.Attack;
import threadwall.record.ResilienceRecord.HealthyClientStats;
import threadwall.record.ResilienceRecord.ResourceSnapshot;
import threadwall.record.ResilienceRecord.Round;

/** What a test has found so far. */
final class TestFindings {

    final Path folder;
    final Progress progress;
    final ResourceSnapshot before;
    final List<String> faults = new ArrayList<>();
    final List<Attack> attacks = new ArrayList<>();
    final List<Round> rounds = new ArrayList<>();
    HealthyClientStats peace;
    FdExhaustionStats shortfall;
    threadwall.record.ResilienceRecord.Soak soak;

    /**
     * @param folder for files beside the record
     * @param before the server at rest
     */
    TestFindings(Path folder, Progress progress, ResourceSnapshot before) {
        this.folder = folder;
        this.progress = progress;
        this.before = before;
    }

    void fault(String sentence, Object... arguments) {
        faults.add(sentence.formatted(arguments));
    }
}
