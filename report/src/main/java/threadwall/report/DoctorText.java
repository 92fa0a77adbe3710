package threadwall.report;

import static threadwall.report.TableColumn.left;
import static threadwall.report.TableColumn.right;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import threadwall.record.DoctorRecord;
import threadwall.record.DoctorRecord.Costs;
import threadwall.record.DoctorRecord.Diagnosed;
import threadwall.record.DoctorRecord.LimitRead;

/** The doctor's report on one screen: the limits as a table, then the result and the remedies. */
public final class DoctorText {

    private final StringBuilder out = new StringBuilder();

    private DoctorText() {}

    /** All verdicts come first, since the details may not fit on a screen. */
    public static String render(DoctorRecord record) {
        var text = new DoctorText();
        record.diagnoses().forEach(diagnosed -> text.headline(diagnosed, record.user()));
        boolean several = record.diagnoses().size() > 1;
        for (var diagnosed : record.diagnoses()) {
            text.out.append(several ? "\n" : "");
            text.details(diagnosed, several ? "limit on " + diagnosed.subject() : "limit", record.costs());
        }
        return text.out.toString();
    }

    private void headline(Diagnosed diagnosed, String user) {
        say(
                "",
                "%s, for user %s: %s%s"
                        .formatted(
                                isThreads(diagnosed) ? "Threads of one JVM" : "Connections of one server process",
                                user,
                                verdict(diagnosed),
                                diagnosed.unread().isEmpty() ? "" : ", as far as can be read here"));
    }

    private void details(Diagnosed diagnosed, String title, Costs costs) {
        out.append(table(diagnosed, title));
        unlimited(diagnosed);
        out.append('\n');
        binding(diagnosed);
        if (isThreads(diagnosed) && costs != null) {
            say("", costs(costs));
        }
        out.append(RemedyText.render(diagnosed));
        if (!diagnosed.unread().isEmpty()) {
            say("  ", "Not readable: " + String.join("; ", diagnosed.unread()));
        }
    }

    private static boolean isThreads(Diagnosed diagnosed) {
        return diagnosed.subject().equals("threads");
    }

    private void say(String indent, String sentence) {
        out.append(LineWrap.sentence(sentence, indent));
    }

    private static String verdict(Diagnosed diagnosed) {
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

    /** Limits that stop a process come first, so the limit that binds is in the first row. */
    private static String table(Diagnosed diagnosed, String title) {
        var rows = diagnosed.walls().stream()
                .filter(wall -> wall.allows() != null)
                .sorted(Comparator.comparing(wall -> !stops(wall)))
                .map(wall -> List.of(
                        LimitName.brief(wall.limit()),
                        NumberFormat.brief(wall.inForce()),
                        NumberFormat.brief(wall.allows()),
                        beyond(wall),
                        brief(wall.setAt())))
                .toList();
        return new TextTable(List.of(left(title), right("in force"), right("allows"), left("then"), left("set")), rows)
                .wrapped();
    }

    /** Limits that do not apply, grouped by reason. All ancestors of a cgroup count as one. */
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

    static String beyond(LimitRead wall) {
        return switch (wall.effect()) {
            case "REFUSES" -> "refused";
            case "KILLS" -> "dies";
            case "REFUSES_OTHERS" -> "not a JVM";
            case "SLOWS" -> "slow";
            default -> wall.effect();
        };
    }

    /** Shortens a sentence of the model to the width of a column. */
    private static String brief(String setAt) {
        return setAt.replace("set at run time, or the kernel's default", "run time or default")
                .replace("inherited from the process that started it", "inherited");
    }

    static boolean stops(LimitRead wall) {
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
                        .formatted(first.limit(), first.allows(), first.formula(), next, death(first.source())));
    }

    /** The errno or signal at the end of a source. The place in the kernel's source is only in the record. */
    private static String death(String source) {
        return source.replaceFirst(".*[;:] ", "");
    }

    private static String costs(Costs costs) {
        return ("One thread takes %.2f memory maps, %.0f kB (%.0f kB while its code is interpreted), and of the kernel %.0f"
                        + " kB of stack, %.0f kB of objects, %.0f kB of page tables (%s).")
                .formatted(
                        costs.maps(),
                        costs.residentBytes() / 1024,
                        costs.firstResidentBytes() / 1024,
                        costs.kernelStackBytes() / 1024,
                        costs.kernelObjectBytes() / 1024,
                        costs.pageTableBytes() / 1024,
                        costs.measured()
                                ? "measured in a child JVM"
                                : "of another machine: no child JVM could be had here");
    }
}
