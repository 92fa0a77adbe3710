package threadwall.resilience;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import threadwall.process.Progress;
import threadwall.record.ResilienceRecord.Attack;
import threadwall.record.ResilienceRecord.HealthyClientStats;
import threadwall.record.ResilienceRecord.ResourceSnapshot;
import threadwall.record.ResilienceRecord.Round;
import threadwall.record.ResilienceRecord.Soak;

/** Collects what an attack finds. It is kept when the server ends in the midst of it. */
final class AttackResults {

    final Path folder;
    final Progress progress;
    final ResourceSnapshot before;
    final List<String> faults = new ArrayList<>();
    final List<Attack> attacks = new ArrayList<>();
    final List<Round> rounds = new ArrayList<>();
    HealthyClientStats peace;
    FdExhaustionStats fdExhaustion;
    Soak soak;

    /**
     * @param folder for the files of the attack
     * @param before the idle server
     */
    AttackResults(Path folder, Progress progress, ResourceSnapshot before) {
        this.folder = folder;
        this.progress = progress;
        this.before = before;
    }

    void fault(String sentence, Object... arguments) {
        faults.add(sentence.formatted(arguments));
    }
}
