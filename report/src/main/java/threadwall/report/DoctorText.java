package threadwall.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.record.DoctorRecord;
import threadwall.record.DoctorRecord.Costs;
import threadwall.record.DoctorRecord.Diagnosed;
import threadwall.record.DoctorRecord.LimitRead;
import threadwall.record.DoctorRecord.Raise;

/** What the doctor says, on one screen: the limits as a table, then what they come to and what to do. */
public final class DoctorText {

    private final StringBuilder out = new StringBuilder();

    private DoctorText() {}

    public static String render(DoctorRecord record) {
        var text = new DoctorText();
        for (var diagnosed : record.diagnoses()) {
            if (!text.out.isEmpty()) {
                text.out.append('\n');
            }
            text.diagnosed(diagnosed, record);
        }
        return text.out.toString();
    }

    private void diagnosed(Diagnosed diagnosed, DoctorRecord record) {
        boolean threads = diagnosed.subject().equals("threads");
        say(
                "",
                "%s, for user %s: %s"
                        .formatted(
                                threads ? "Threads of one JVM" : "Connections of one server process",
                                record.user(),
                                headline(diagnosed)));
        out.append(table(diagnosed));
        unlimited(diagnosed);
        out.append('\n');
        binding(diagnosed);
        if (threads && record.costs() != null) {
            say("", costs(record.costs()));
        }
        remedies(diagnosed);
        if (!diagnosed.unread().isEmpty()) {
            say("  ", "Not readable: " + String.join("; ", diagnosed.unread()));
        }
    }

    private void say(String indent, String sentence) {
        out.append(Grid.sentence(sentence, indent));
    }

    private static String headline(Diagnosed diagnosed) {
        var first = diagnosed.walls().stream().filter(DoctorText::stops).findFirst();
        if (first.isEmpty()) {
            return diagnosed.asked() == null
                    ? "no limit found"
                    : "%,d fit, no limit found".formatted(diagnosed.asked());
        }
        var name = LimitName.brief(first.get().limit());
        var most = "the most is %,d, by %s".formatted(diagnosed.most(), name);
        if (diagnosed.asked() == null) {
            return most;
        }
        return diagnosed.fits()
                ? "%,d fit, %s".formatted(diagnosed.asked(), most)
                : "%,d do not fit, %s stops them at %,d".formatted(diagnosed.asked(), name, diagnosed.most());
    }

    /** What stops comes first, so that the uppermost row is the one that binds. */
    private static String table(Diagnosed diagnosed) {
        var rows = diagnosed.walls().stream()
                .filter(wall -> wall.allows() != null)
                .sorted(Comparator.comparing(wall -> !stops(wall)))
                .map(wall -> List.of(
                        LimitName.brief(wall.limit()),
                        Figures.brief(wall.inForce()),
                        Figures.brief(wall.allows()),
                        beyond(wall),
                        brief(wall.setAt())))
                .toList();
        return new Grid(List.of("limit", " in force", " allows", "then", "set"), rows).render();
    }

    /** Those that were looked at and limit nothing, by their reasons; a cgroup's ancestors are many of one kind. */
    private void unlimited(Diagnosed diagnosed) {
        var byReason = new LinkedHashMap<String, List<String>>();
        diagnosed.walls().stream()
                .filter(wall -> wall.allows() == null)
                .forEach(wall -> byReason.computeIfAbsent(wall.formula(), reason -> new ArrayList<>())
                        .add(wall.limit().replaceFirst(" of /.*", " of each cgroup")));
        if (!byReason.isEmpty()) {
            say(
                    "  ",
                    "no limit: "
                            + byReason.entrySet().stream()
                                    .map(entry -> "%s (%s)"
                                            .formatted(
                                                    entry.getValue().stream()
                                                            .distinct()
                                                            .collect(Collectors.joining(", ")),
                                                    entry.getKey()))
                                    .collect(Collectors.joining("; ")));
        }
    }

    private static String beyond(LimitRead wall) {
        return switch (wall.effect()) {
            case "REFUSES" -> "refused";
            case "KILLS" -> "dies";
            case "REFUSES_OTHERS" -> "not a JVM";
            case "SLOWS" -> "slow";
            default -> wall.effect();
        };
    }

    /** The model's sentences, cut to what a column holds. */
    private static String brief(String setAt) {
        return setAt.replace("set at run time, or the kernel's default", "run time or default")
                .replace("inherited from the process that started it", "inherited");
    }

    private static boolean stops(LimitRead wall) {
        return wall.allows() != null
                && (wall.effect().equals("REFUSES") || wall.effect().equals("KILLS"));
    }

    private void binding(Diagnosed diagnosed) {
        var stopping = diagnosed.walls().stream().filter(DoctorText::stops).toList();
        if (stopping.isEmpty()) {
            say("", "Nothing that could be read limits them.");
            return;
        }
        var first = stopping.getFirst();
        var next = stopping.stream()
                .filter(wall -> wall.allows() > first.allows())
                .findFirst()
                .map(wall -> "%s binds next, at %,d".formatted(wall.limit(), wall.allows()))
                .orElse("nothing else that could be read would");
        say(
                "",
                "%s binds first, at %,d = %s; once it is raised, %s. (%s)"
                        .formatted(first.limit(), first.allows(), first.formula(), next, first.source()));
    }

    private static String costs(Costs costs) {
        return "One thread takes %.2f memory maps, %.0f kB, %.0f kB of kernel stack, %.0f kB of page tables (%s)."
                .formatted(
                        costs.maps(),
                        costs.residentBytes() / 1024,
                        costs.kernelStackBytes() / 1024,
                        costs.pageTableBytes() / 1024,
                        costs.measured()
                                ? "measured in a child JVM"
                                : "of another machine: no child JVM could be had here");
    }

    /** The limit that binds first in front; what stops nothing after it, and apart. */
    private void remedies(Diagnosed diagnosed) {
        var raises = diagnosed.walls().stream()
                .filter(wall -> wall.raise() != null && stops(wall))
                .toList();
        raises.stream()
                .filter(wall -> wall.raise().advice() != null)
                .forEach(wall -> say("  ", wall.limit() + ": " + wall.raise().advice()));
        if (raises.stream().anyMatch(wall -> wall.raise().now().isEmpty())) {
            noCommand(diagnosed);
        } else if (!raises.isEmpty()) {
            raise(raises, diagnosed);
        }
        faster(diagnosed);
    }

    private void raise(List<LimitRead> raises, Diagnosed diagnosed) {
        long count = raises.getFirst().raise().forCount();
        boolean machine = raises.stream().anyMatch(wall -> !wall.limit().startsWith("RLIMIT_"));
        out.append("To get %,d %s%s:%n".formatted(count, diagnosed.subject(), machine ? ", as root" : ""));
        commands(raises).forEach(line -> out.append(line).append('\n'));
        if (diagnosed.asked() != null && machine) {
            out.append("  or     sudo ops/limits.sh apply --%s %d   (undo: sudo ops/limits.sh revert)%n"
                    .formatted(diagnosed.subject(), count));
        }
    }

    /** Where one of them cannot be raised so far, commands for the others would only do harm. */
    private void noCommand(Diagnosed diagnosed) {
        if (diagnosed.asked() != null) {
            var process = diagnosed.subject().equals("threads") ? "JVM" : "server process";
            say("", "No command here gives one %s %,d.".formatted(process, diagnosed.asked()));
        }
    }

    /** In short: the record has all of it. */
    private void faster(Diagnosed diagnosed) {
        var others = diagnosed.walls().stream()
                .filter(wall -> wall.raise() != null && !stops(wall))
                .toList();
        if (!others.isEmpty()) {
            out.append("These stop no JVM:\n");
            others.forEach(wall -> out.append("  ").append(Grid.sentence(other(wall), "    ")));
        }
    }

    private static String other(LimitRead wall) {
        var raise = wall.raise();
        return "%s (%s past %,d): %s"
                .formatted(
                        wall.limit(),
                        beyond(wall),
                        wall.allows(),
                        wall.effect().equals("SLOWS") && raise.advice() != null
                                ? raise.advice()
                                : String.join("; ", raise.now()));
    }

    private static List<String> commands(List<LimitRead> raises) {
        var lines = new ArrayList<String>();
        lines.addAll(labelled("  now    ", raises, Raise::now));
        lines.addAll(labelled("  keep   ", raises, Raise::keep));
        lines.addAll(labelled("  undo   ", raises, Raise::undo));
        return lines;
    }

    /** Commands stay whole, however long, to be pasted. */
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
