package threadwall.loadgen.sweep.profile;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Parses the output of {@code perf script -F comm,tid,ip,sym,dso}: a line for the thread, then one for each call, the
 * innermost first, then an empty one.
 */
final class PerfScript {

    private static final Pattern THREAD = Pattern.compile("(\\S.*?)\\s+\\d+\\s*");
    private static final Pattern FRAME = Pattern.compile("\\s+\\p{XDigit}+ (.*) \\((.*)\\)");

    private final Iterator<String> lines;

    PerfScript(Stream<String> lines) {
        this.lines = lines.iterator();
    }

    /** The next stack; empty at the end. Other lines, such as perf's own messages, are skipped. */
    Optional<SampledStack> next() {
        String thread = null;
        var frames = new ArrayList<SampledStack.Frame>();
        while (lines.hasNext()) {
            var line = lines.next();
            var frame = FRAME.matcher(line);
            if (thread != null && frame.matches()) {
                frames.add(new SampledStack.Frame(frame.group(1).strip(), frame.group(2)));
            } else if (thread != null && line.isBlank()) {
                break;
            } else {
                var head = THREAD.matcher(line.stripLeading());
                thread = head.matches() ? head.group(1) : thread;
            }
        }
        return thread == null
                ? Optional.empty()
                : Optional.of(new SampledStack(thread, List.copyOf(frames.reversed())));
    }
}
