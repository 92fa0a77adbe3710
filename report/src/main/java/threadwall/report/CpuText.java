package threadwall.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import threadwall.record.CpuKind;
import threadwall.record.StackFile;
import threadwall.record.StepNames;
import threadwall.record.StepRecord;
import threadwall.record.StepRecord.Profile;
import threadwall.record.StepRecord.ServerSide;

/** Shows in a terminal where the CPU time of servers went. */
public final class CpuText {

    /** At most this many functions of a step are shown. */
    private static final int MOST = 15;

    private static final String TIMES =
            "CPU, user, system: seconds of the server's processes under the measured load, from" + " /proc/PID/stat.";

    private static final String SHARES = "Other columns: percent of the stacks that perf sampled meanwhile.";

    private static final String WITHOUT_STACKS =
            "Without stacks it is unknown which kernel or server code used the time; ./threadwall"
                    + " sweep --profile samples them.";

    /** A method's name in its signature, {@code void a.B.c(int, long)}. */
    private static final Pattern SIGNATURE = Pattern.compile("^(?:\\S+ )*(\\S+)\\(.*\\)$");

    private CpuText() {}

    /** Whether there is a CPU time to explain. */
    public static boolean isMeasured(StepRecord step) {
        return step.server() != null && step.server().cpuSeconds() != null;
    }

    /** A table of the steps that have a CPU time, with notes. */
    public static String of(List<StepRecord> steps) {
        return steps.stream().anyMatch(CpuText::isMeasured)
                ? table(steps).text()
                : "The run has no step whose server's CPU time was measured.\n";
    }

    /** The same table as Markdown. */
    public static String markdown(List<StepRecord> steps) {
        return table(steps).markdown();
    }

    private static TextTable table(List<StepRecord> steps) {
        var measured = steps.stream().filter(CpuText::isMeasured).toList();
        var kinds = Stream.of(CpuKind.values())
                .filter(kind -> measured.stream().anyMatch(step -> samples(step).containsKey(kind)))
                .toList();
        var columns =
                new TableColumns().right("step").left("server").right("connections", "CPU s", "user s", "system s");
        kinds.forEach(kind -> columns.right(title(kind) + " %"));
        var names = StepNames.ofDone(measured);
        var rows = measured.stream()
                .map(step -> row(step, names.of(step.asked()), kinds))
                .toList();
        return new TextTable(columns.list(), rows, notes(measured));
    }

    private static List<String> row(StepRecord step, String name, List<CpuKind> kinds) {
        var server = step.server();
        var cells = new ArrayList<>(List.of(
                String.valueOf(step.asked().number()),
                TableFormat.onOneLine(name),
                "%,d".formatted(step.asked().load().concurrency()),
                seconds(server.cpuSeconds()),
                seconds(server.userCpuSeconds()),
                seconds(server.systemCpuSeconds())));
        long all = all(samples(step));
        for (var kind : kinds) {
            cells.add(all == 0 ? "" : "%.1f".formatted(100.0 * samples(step).getOrDefault(kind, 0L) / all));
        }
        return cells;
    }

    private static List<String> notes(List<StepRecord> steps) {
        var notes = new ArrayList<>(List.of(TIMES));
        if (steps.stream().anyMatch(step -> !samples(step).isEmpty())) {
            notes.add(SHARES);
        }
        if (steps.stream().anyMatch(step -> step.profile() == null)) {
            notes.add(WITHOUT_STACKS);
        }
        if (steps.stream().anyMatch(step -> step.server().userCpuSeconds() == null)) {
            notes.add("The record is from a version that did not separate user and system time.");
        }
        var reasons = new LinkedHashMap<String, List<String>>();
        for (var step : steps) {
            if (step.profile() != null && step.profile().reason() != null) {
                reasons.computeIfAbsent(step.profile().reason(), reason -> new ArrayList<>())
                        .add(String.valueOf(step.asked().number()));
            }
        }
        reasons.forEach((reason, which) ->
                notes.add("Step %s: %s".formatted(String.join(", ", which), TableFormat.onOneLine(reason))));
        return notes;
    }

    /**
     * One step.
     *
     * @param names of the steps of its run
     * @param stacks of its {@link StackFile}; empty when it has no such file
     */
    public static String of(StepRecord step, StepNames names, Map<String, Long> stacks) {
        var out = new StringBuilder("step %d: %s, %,d connections, %s\n\n"
                .formatted(
                        step.asked().number(),
                        TableFormat.onOneLine(names.of(step.asked())),
                        step.asked().load().concurrency(),
                        TableFormat.onOneLine(step.asked().load().route())));
        if (!isMeasured(step)) {
            return out + "Its server's CPU time was not measured.\n";
        }
        out.append(times(step.server())).append('\n');
        var samples = samples(step);
        if (!samples.isEmpty()) {
            out.append('\n').append(shares(samples));
        }
        if (!stacks.isEmpty()) {
            out.append('\n').append(functions(stacks));
        }
        notes(List.of(step)).forEach(note -> out.append('\n').append(LineWrap.sentence(note, "")));
        return out.toString();
    }

    private static String times(ServerSide server) {
        double all = server.cpuSeconds();
        return server.userCpuSeconds() == null || all == 0
                ? "CPU %s s".formatted(seconds(all))
                : "CPU %s s: user %s (%.0f %%), system %s (%.0f %%)"
                        .formatted(
                                seconds(all),
                                seconds(server.userCpuSeconds()),
                                100 * server.userCpuSeconds() / all,
                                seconds(server.systemCpuSeconds()),
                                100 * server.systemCpuSeconds() / all);
    }

    private static String shares(Map<CpuKind, Long> samples) {
        long all = all(samples);
        var rows = samples.entrySet().stream()
                .sorted(Map.Entry.<CpuKind, Long>comparingByValue().reversed())
                .map(entry -> List.of(
                        "%.1f".formatted(100.0 * entry.getValue() / all),
                        "%,d".formatted(entry.getValue()),
                        title(entry.getKey()),
                        words(entry.getKey())))
                .toList();
        var columns = new TableColumns().right("%", "stacks").left("", "what the thread was doing");
        return new TextTable(columns.list(), rows).wrapped();
    }

    /** The innermost functions, which used the time themselves. */
    private static String functions(Map<String, Long> stacks) {
        var byFunction = new TreeMap<String, Long>();
        stacks.forEach(
                (stack, count) -> byFunction.merge(stack.substring(stack.lastIndexOf(';') + 1), count, Long::sum));
        long all = byFunction.values().stream().mapToLong(Long::longValue).sum();
        var rows = byFunction.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(MOST)
                .map(entry -> List.of(
                        "%.1f".formatted(100.0 * entry.getValue() / all),
                        entry.getKey().endsWith(StackFile.KERNEL) ? "kernel" : "",
                        TableFormat.onOneLine(SIGNATURE
                                .matcher(entry.getKey().replace(StackFile.KERNEL, ""))
                                .replaceFirst("$1"))))
                .toList();
        var columns = new TableColumns().right("%").left("", "innermost function");
        return new TextTable(columns.list(), rows).wrapped();
    }

    private static Map<CpuKind, Long> samples(StepRecord step) {
        Profile profile = step.profile();
        return profile == null || profile.samples() == null ? Map.of() : profile.samples();
    }

    private static long all(Map<CpuKind, Long> samples) {
        return samples.values().stream().mapToLong(Long::longValue).sum();
    }

    private static String seconds(Double seconds) {
        return seconds == null ? "" : "%.2f".formatted(seconds);
    }

    private static String title(CpuKind kind) {
        return switch (kind) {
            case GC, JIT, JVM -> kind.name();
            case OPEN_CLOSE -> "open/close";
            default -> kind.name().toLowerCase(Locale.ROOT);
        };
    }

    private static String words(CpuKind kind) {
        return switch (kind) {
            case FUTEX -> "waiting for another thread or waking it";
            case SWITCH -> "switching threads otherwise";
            case EPOLL -> "polling for ready sockets";
            case SEND -> "writing to a socket, including TCP's work";
            case RECEIVE -> "reading from a socket";
            case OPEN_CLOSE -> "accepting and closing connections";
            case KERNEL -> "anything else in the kernel";
            case GC -> "collecting garbage";
            case JIT -> "compiling methods";
            case JVM -> "the JVM itself, in a thread of the program";
            case CODE -> "the server's code and its libraries";
        };
    }
}
