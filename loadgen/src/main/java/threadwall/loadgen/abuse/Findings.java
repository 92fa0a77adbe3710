package threadwall.loadgen.abuse;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import threadwall.loadgen.run.Progress;
import threadwall.record.AbuseRecord.Attack;
import threadwall.record.AbuseRecord.Footing;
import threadwall.record.AbuseRecord.Pulse;
import threadwall.record.AbuseRecord.Round;

/** What a test has found so far. */
final class Findings {

    final Path folder;
    final Progress progress;
    final Footing before;
    final List<String> faults = new ArrayList<>();
    final List<Attack> attacks = new ArrayList<>();
    final List<Round> rounds = new ArrayList<>();
    Pulse peace;
    Shortfall shortfall;
    threadwall.record.AbuseRecord.Soak soak;

    /**
     * @param folder for files beside the record
     * @param before the server at rest
     */
    Findings(Path folder, Progress progress, Footing before) {
        this.folder = folder;
        this.progress = progress;
        this.before = before;
    }

    void fault(String sentence, Object... arguments) {
        faults.add(sentence.formatted(arguments));
    }
}
