package threadwall.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import threadwall.record.DoctorRecord;
import threadwall.record.DoctorRecord.Costs;
import threadwall.record.DoctorRecord.Diagnosed;
import threadwall.record.DoctorRecord.LimitRead;
import threadwall.record.DoctorRecord.ProcessRead;

/** The doctor's report on one screen: the limits as a table, then the binding one and how to raise it. */
public final class DoctorText {

    private static final Pattern KERNEL = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})");

    private final StringBuilder out = new StringBuilder();

    private DoctorText() {}

    /** All verdicts come first, since the rest may fill more than a screen. */
    public static String render(DoctorRecord record) {
        var text = new DoctorText();
        record.diagnoses().forEach(diagnosed -> text.headline(diagnosed, record));
        if (record.process() != null) {
            text.say("", has(record.process()));
        }
        boolean several = record.diagnoses().size() > 1;
        for (var diagnosed : record.diagnoses()) {
            text.out.append(several ? "\n" : "");
            text.details(diagnosed, several ? "limit on " + diagnosed.subject() : "limit", record);
        }
        return text.out.toString();
    }

    private void headline(Diagnosed diagnosed, DoctorRecord record) {
        say(
                "",
                "%s%s, for user %s: %s%s"
                        .formatted(
                                subject(diagnosed, record.process()),
                                record.host() == null ? "" : " on " + record.host(),
                                record.user(),
                                verdict(diagnosed),
                                diagnosed.unread().isEmpty() ? "" : ", as far as can be read here"));
    }

    private static String subject(Diagnosed diagnosed, ProcessRead process) {
        if (process == null) {
            return isThreads(diagnosed) ? "Threads of one JVM" : "Connections of one server process";
        }
        return "More %s of %s (%d)".formatted(diagnosed.subject(), process.name(), process.pid());
    }

    private static String has(ProcessRead process) {
        return "It has %,d threads, %s and %s now."
                .formatted(
                        process.threads(),
                        process.maps() == null
                                ? "an unknown number of memory maps"
                                : "%,d memory maps".formatted(process.maps()),
                        process.files() == null
                                ? "an unknown number of open files"
                                : "%,d open files".formatted(process.files()));
    }

    private void details(Diagnosed diagnosed, String title, DoctorRecord record) {
        out.append(table(diagnosed, title, record.process() == null ? "allows" : "more"));
        unlimited(diagnosed);
        if (record.container() != null) {
            say("", whose(diagnosed, record));
        }
        out.append('\n');
        binding(diagnosed);
        if (isThreads(diagnosed) && record.costs() != null) {
            say("", costs(record.costs()));
        }
        out.append(RemedyText.render(diagnosed, record.process() != null));
        if (!diagnosed.unread().isEmpty()) {
            say("  ", "Not readable: " + String.join("; ", diagnosed.unread()));
        }
    }

    private static String whose(Diagnosed diagnosed, DoctorRecord record) {
        var ofHost = diagnosed.walls().stream()
                .filter(limit -> limit.allows() != null)
                .collect(Collectors.partitioningBy(
                        limit -> isOfHost(limit, record),
                        Collectors.mapping(LimitRead::limit, Collectors.joining(", "))));
        var words = new ArrayList<>(List.of("In a container (%s).".formatted(record.container())));
        if (!ofHost.get(false).isEmpty()) {
            words.add("Its own limits: %s.".formatted(ofHost.get(false)));
        }
        if (!ofHost.get(true).isEmpty()) {
            words.add("Those of the host, for all its containers: %s.".formatted(ofHost.get(true)));
        }
        return String.join(" ", words);
    }

    /**
     * Cgroups, resource limits and the sysctls of a network namespace are the container's own, and since Linux 6.14 so is
     * kernel.pid_max.
     */
    private static boolean isOfHost(LimitRead limit, DoctorRecord record) {
        boolean ownPidMax = limit.limit().equals("kernel.pid_max")
                && isSince(record.machine().kernel(), 6, 14);
        return !ownPidMax && limit.limit().matches("(kernel|vm|fs)\\..*|memory of the machine|CommitLimit");
    }

    private static boolean isSince(String kernel, int major, int minor) {
        var numbers = KERNEL.matcher(kernel);
        return numbers.lookingAt()
                && (Integer.parseInt(numbers.group(1)) > major
                        || Integer.parseInt(numbers.group(1)) == major && Integer.parseInt(numbers.group(2)) >= minor);
    }

    private static boolean isThreads(Diagnosed diagnosed) {
        return diagnosed.subject().equals("threads");
    }

    private void say(String indent, String sentence) {
        out.append(LineWrap.sentence(sentence, indent));
    }

    private static String verdict(Diagnosed diagnosed) {
        var first = diagnosed.walls().stream().filter(LimitRead::stops).findFirst();
        if (first.isEmpty()) {
            return diagnosed.asked() == null
                    ? "no limit found"
                    : "%,d fit, no limit found".formatted(diagnosed.asked());
        }
        var name = LimitName.brief(first.get().limit());
        var most = "at most %,d, limited by %s".formatted(diagnosed.most(), name);
        if (diagnosed.asked() == null) {
            return most;
        }
        return diagnosed.fits()
                ? "%,d fit; %s".formatted(diagnosed.asked(), most)
                : "%,d do not fit, %s stops them at %,d".formatted(diagnosed.asked(), name, diagnosed.most());
    }

    /** Limits that stop a JVM come first, so the top row is the one that binds. */
    private static String table(Diagnosed diagnosed, String title, String allows) {
        var rows = diagnosed.walls().stream()
                .filter(limit -> limit.allows() != null)
                .sorted(Comparator.comparing(limit -> !limit.stops()))
                .map(limit -> List.of(
                        LimitName.brief(limit.limit()),
                        NumberFormat.brief(limit.inForce()),
                        NumberFormat.brief(limit.allows()),
                        beyond(limit),
                        brief(limit.setAt())))
                .toList();
        var columns = new TableColumns().left(title).right("in force", allows).left("then", "set");
        return new TextTable(columns.list(), rows).wrapped();
    }

    /** Limits that were checked and do not apply, grouped by reason; a cgroup has many ancestors of one kind. */
    private void unlimited(Diagnosed diagnosed) {
        var byReason = new LinkedHashMap<String, List<String>>();
        diagnosed.walls().stream()
                .filter(limit -> limit.allows() == null)
                .forEach(limit -> byReason.computeIfAbsent(limit.formula(), reason -> new ArrayList<>())
                        .add(limit.limit().replaceFirst(" of /.*", " of each cgroup")));
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

    static String beyond(LimitRead limit) {
        return switch (limit.effect()) {
            case REFUSES -> "refused";
            case KILLS -> "dies";
            case REFUSES_OTHERS -> "not a JVM";
            case SLOWS -> "slow";
        };
    }

    /** The sentence, shortened to fit a column. */
    private static String brief(String setAt) {
        return setAt.replace("set at run time, or the kernel's default", "run time or default")
                .replace("inherited from the process that started it", "inherited");
    }

    private void binding(Diagnosed diagnosed) {
        var stopping = diagnosed.walls().stream().filter(LimitRead::stops).toList();
        if (stopping.isEmpty()) {
            say("", "Nothing that could be read limits them.");
            return;
        }
        var first = stopping.getFirst();
        var next = stopping.stream()
                .filter(limit -> limit.allows() > first.allows())
                .findFirst()
                .map(limit -> "%s binds next, at %,d".formatted(limit.limit(), limit.allows()))
                .orElse("no other readable limit binds");
        say(
                "",
                "%s binds first, at %,d = %s; once it is raised, %s. (%s)"
                        .formatted(
                                first.limit(),
                                first.allows(),
                                first.formula(),
                                next,
                                first.source().response()));
    }

    private static String costs(Costs costs) {
        return ("One thread takes %.2f memory maps, %.0f kB (%.0f kB while its code is interpreted), and in the kernel %.0f"
                        + " kB of stack, %.0f kB of objects, %.0f kB of page tables (%s).")
                .formatted(
                        costs.maps(),
                        costs.residentBytes() / 1024,
                        costs.firstResidentBytes() / 1024,
                        costs.kernelStackBytes() / 1024,
                        costs.kernelObjectBytes() / 1024,
                        costs.pageTableBytes() / 1024,
                        costs.measured() ? "measured in a child JVM" : "estimated: no child JVM was started");
    }
}
