package threadwall.lessons;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import threadwall.record.RecordLine;
import threadwall.record.RunFile;
import threadwall.record.Sample;
import threadwall.record.SampleFile;
import threadwall.record.StepRecord;
import threadwall.record.StepWarning;

/**
 * The records that commands of a lesson left.
 *
 * @param folder of the lesson's run, or of a published record
 * @param lines of all records below it, in the order of their paths
 */
record Records(Path folder, List<RecordLine> lines) {

    /** @throws IOException when one cannot be read */
    static Records in(Path folder) throws IOException {
        var lines = new ArrayList<RecordLine>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (var file : files.filter(path -> path.endsWith(RunFile.NAME))
                        .sorted()
                        .toList()) {
                    lines.addAll(RunFile.in(file.getParent()).read().lines());
                }
            }
        }
        return new Records(folder, List.copyOf(lines));
    }

    /** All lines of a kind. */
    <T extends RecordLine> List<T> of(Class<T> kind) {
        return lines.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** The first line of a kind. */
    <T extends RecordLine> T first(Class<T> kind) throws UnusableRecordException {
        return of(kind).stream()
                .findFirst()
                .orElseThrow(() -> new UnusableRecordException(
                        "%s has no %s: the command did not get so far", folder, kind.getSimpleName()));
    }

    /** The steps of a server, all good ones. */
    List<StepRecord> steps(String server) throws UnusableRecordException {
        var steps = of(StepRecord.class).stream()
                .filter(step -> step.asked().server().equals(server))
                .toList();
        for (var step : steps) {
            if (step.outcome() != StepRecord.Outcome.OK) {
                throw new UnusableRecordException("%s: %s", server, step.reason());
            }
        }
        if (steps.isEmpty()) {
            throw new UnusableRecordException("%s has no load of %s", folder, server);
        }
        return steps;
    }

    /** Servers of which at least half of the loads were too short or not steady, or shared the CPUs, in order. */
    List<String> doubted() {
        var steps = of(StepRecord.class);
        return steps.stream()
                .map(step -> step.asked().server())
                .distinct()
                .filter(server -> {
                    var own = steps.stream()
                            .filter(step -> step.asked().server().equals(server))
                            .toList();
                    return 2 * own.stream().filter(Records::isDoubted).count() >= own.size();
                })
                .toList();
    }

    private static boolean isDoubted(StepRecord step) {
        return step.warnings().stream()
                .anyMatch(warning -> warning instanceof StepWarning.ShortLoad
                        || warning instanceof StepWarning.Unsteady
                        || warning instanceof StepWarning.OtherProcesses
                        || warning instanceof StepWarning.CpuStolen);
    }

    /** The first step of a server. */
    StepRecord step(String server) throws UnusableRecordException {
        return steps(server).getFirst();
    }

    /** The samples of a step, in order. */
    List<Sample> samples(StepRecord step) throws UnusableRecordException {
        try {
            var samples = SampleFile.read(folder.resolve(step.asked().folder()));
            if (samples.isEmpty()) {
                throw new UnusableRecordException(
                        "%s has no samples of %s", folder, step.asked().server());
            }
            return samples;
        } catch (IOException e) {
            throw new UnusableRecordException(
                    "the samples of %s cannot be read: %s", step.asked().server(), e.getMessage());
        }
    }
}
