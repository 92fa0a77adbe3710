package threadwall.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.record.DoctorRecord.Diagnosed;
import threadwall.record.DoctorRecord.Effect;
import threadwall.record.DoctorRecord.LimitRead;
import threadwall.record.DoctorRecord.Raise;

/** The remedies for the limits of one diagnosis. */
final class RemedyText {

    private final StringBuilder out = new StringBuilder();

    /** Whether counts are in addition to what a process has. */
    private final boolean more;

    private RemedyText(boolean more) {
        this.more = more;
    }

    /** @param more whether counts are in addition to what a process has */
    static String render(Diagnosed diagnosed, boolean more) {
        var text = new RemedyText(more);
        text.remedies(diagnosed);
        return text.out.toString();
    }

    private void say(String indent, String sentence) {
        out.append(LineWrap.sentence(sentence, indent));
    }

    /** First the limits that stop a process, then the others. */
    private void remedies(Diagnosed diagnosed) {
        var raises = diagnosed.walls().stream()
                .filter(limit -> limit.raise() != null && limit.stops())
                .toList();
        raises.stream()
                .filter(limit -> limit.raise().advice() != null)
                .collect(Collectors.groupingBy(
                        limit -> limit.raise().advice(),
                        LinkedHashMap::new,
                        Collectors.mapping(LimitRead::limit, Collectors.joining(", "))))
                .forEach((advice, limits) -> say("  ", limits + ": " + advice));
        if (raises.stream().anyMatch(limit -> limit.raise().now().isEmpty())) {
            noCommand(diagnosed);
        } else if (!raises.isEmpty()) {
            raise(raises, diagnosed);
        }
        faster(diagnosed);
    }

    private void raise(List<LimitRead> raises, Diagnosed diagnosed) {
        long count = raises.getFirst().raise().forCount();
        var kind = more ? "more " : "";
        boolean machine =
                more || raises.stream().anyMatch(limit -> !limit.limit().startsWith("RLIMIT_"));
        out.append("To get %,d %s%s%s:%n".formatted(count, kind, diagnosed.subject(), machine ? ", as root" : ""));
        commands(raises).forEach(line -> out.append(line).append('\n'));
        if (!more && diagnosed.asked() != null && raises.stream().allMatch(RemedyText::isAppliedByScript)) {
            out.append("  or     sudo ops/limits.sh apply --%s %d   (undo: sudo ops/limits.sh revert)%n"
                    .formatted(diagnosed.subject(), count));
        }
    }

    /** What ops/limits.sh raises: neither a shell's limits nor memory. */
    private static boolean isAppliedByScript(LimitRead limit) {
        return Stream.of("RLIMIT_", "memory", "CommitLimit").noneMatch(limit.limit()::startsWith);
    }

    /** When one limit cannot be raised far enough, raising the others does only harm. */
    private void noCommand(Diagnosed diagnosed) {
        if (diagnosed.asked() != null) {
            var process = diagnosed.subject().equals("threads") ? "JVM" : "server process";
            say(
                    "",
                    more
                            ? "No command here gives it %,d more %s.".formatted(diagnosed.asked(), diagnosed.subject())
                            : "No command here gives one %s %,d %s."
                                    .formatted(process, diagnosed.asked(), diagnosed.subject()));
        }
    }

    /** In short; the record has the details. */
    private void faster(Diagnosed diagnosed) {
        var others = diagnosed.walls().stream()
                .filter(limit -> limit.raise() != null && !limit.stops())
                .toList();
        if (!others.isEmpty()) {
            out.append("These do not stop a JVM:\n");
            others.forEach(limit -> out.append("  ").append(LineWrap.sentence(other(limit), "    ")));
        }
    }

    private static String other(LimitRead limit) {
        var raise = limit.raise();
        var steps = new ArrayList<>(raise.now());
        if (limit.effect() == Effect.SLOWS && raise.advice() != null) {
            steps.add(raise.advice());
        }
        return "%s (%s past %,d): %s"
                .formatted(limit.limit(), DoctorText.beyond(limit), limit.allows(), String.join("; ", steps));
    }

    private static List<String> commands(List<LimitRead> raises) {
        var lines = new ArrayList<String>();
        lines.addAll(labelled("  now    ", raises, Raise::now));
        lines.addAll(labelled("  keep   ", raises, Raise::keep));
        lines.addAll(labelled("  undo   ", raises, Raise::undo));
        return lines;
    }

    /** Commands are not wrapped, so that they can be pasted. */
    private static List<String> labelled(String label, List<LimitRead> raises, Function<Raise, List<String>> commands) {
        var all = raises.stream()
                .map(LimitRead::raise)
                .map(commands)
                .flatMap(List::stream)
                .distinct()
                .toList();
        return Stream.iterate(0, i -> i < all.size(), i -> i + 1)
                .map(i -> (i == 0 ? label : " ".repeat(label.length())) + all.get(i))
                .toList();
    }
}
