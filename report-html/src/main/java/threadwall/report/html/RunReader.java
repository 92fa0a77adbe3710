package threadwall.report.html;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import threadwall.record.PauseFile;
import threadwall.record.RunFile;
import threadwall.record.SampleFile;
import threadwall.record.StepRecord;

/** Reads the folders of runs, with as many of their samples as a report can show. */
public final class RunReader {

    /** A report has at most this many time lines, over all its runs. */
    static final int TIME_LINES = 24;

    private RunReader() {}

    /**
     * Reads runs in the order given.
     *
     * @param each gets a text before a run is read: "reading run 2 of 3: results/x"
     * @throws IOException when a record cannot be read, or was written by a newer threadwall
     */
    public static List<RecordedRun> read(List<Path> folders, Consumer<String> each) throws IOException {
        var labels = labels(folders);
        var runs = new ArrayList<RecordedRun>();
        for (int i = 0; i < folders.size(); i++) {
            each.accept("reading run %d of %d: %s".formatted(i + 1, folders.size(), folders.get(i)));
            runs.add(read(folders.get(i), labels.get(i), Math.max(1, TIME_LINES / folders.size())));
        }
        return List.copyOf(runs);
    }

    /** Names of the folders; their paths where two names look the same; numbered names where the paths do, too. */
    static List<String> labels(List<Path> folders) {
        var names = folders.stream()
                .map(folder -> folder.toAbsolutePath().normalize().getFileName())
                .map(String::valueOf)
                .toList();
        if (differ(names)) {
            return names;
        }
        var paths = folders.stream().map(Path::toString).toList();
        return differ(paths)
                ? paths
                : IntStream.range(0, names.size())
                        .mapToObj(i -> "%d %s".formatted(i + 1, names.get(i)))
                        .toList();
    }

    /** Whether they differ as a report shows them, which shortens names. */
    private static boolean differ(List<String> labels) {
        return labels.stream().map(PlainText::name).distinct().count() == labels.size();
    }

    private static RecordedRun read(Path folder, String label, int timeLines) throws IOException {
        var content = RunFile.in(folder).read();
        var sampled = content.steps().stream()
                .filter(RecordedRun::isWhole)
                .filter(step -> samples(folder, step).isPresent())
                .toList();
        var watched = new ArrayList<SampledStep>();
        var faults = new ArrayList<String>();
        for (var step : chosen(sampled, timeLines)) {
            var place = samples(folder, step).orElseThrow();
            try {
                var samples = SampleFile.read(place.getParent());
                if (!samples.isEmpty()) {
                    watched.add(new SampledStep(step, samples, PauseFile.read(place.getParent())));
                }
            } catch (IOException | IllegalArgumentException e) {
                faults.add("the samples of step %d cannot be read: %s"
                        .formatted(step.asked().number(), e.getMessage()));
            }
        }
        return new RecordedRun(label, content, List.copyOf(watched), sampled.size(), List.copyOf(faults));
    }

    /** The first repeat of each server and load, in the order of the run; those with the most connections if too many. */
    static List<StepRecord> chosen(List<StepRecord> steps, int most) {
        record Load(String server, String route, boolean keepAlive, int concurrency) {}
        var seen = new HashSet<Load>();
        return steps.stream()
                .filter(step -> seen.add(new Load(
                        step.asked().server(),
                        step.asked().load().route(),
                        step.asked().load().keepAlive(),
                        step.asked().load().concurrency())))
                .sorted(Comparator.comparing(
                        (StepRecord step) -> -step.asked().load().concurrency()))
                .limit(most)
                .sorted(Comparator.comparing(step -> step.asked().number()))
                .toList();
    }

    /** The file of the step's samples, if it exists. A server's name cannot lead out of the run's folder. */
    private static Optional<Path> samples(Path folder, StepRecord step) {
        try {
            var place = folder.resolve(step.asked().folder()).resolve(SampleFile.NAME);
            boolean inside = place.normalize().startsWith(folder.normalize());
            return Optional.of(place).filter(path -> inside && Files.isRegularFile(path));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}
