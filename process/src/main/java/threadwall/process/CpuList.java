package threadwall.process;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Processor numbers, in the list format of cpuset(7): {@code 0-1,4}. */
public record CpuList(SortedSet<Integer> numbers) {

    public static final String FORM = "\\d{1,5}(?:-\\d{1,5})?(?:,\\d{1,5}(?:-\\d{1,5})?)*";

    private static final List<String> TASKSET = List.of("taskset", "-c");

    private static final Pattern PART = Pattern.compile("(\\d+)(?:-(\\d+))?");

    /** Parses the format; empty for any other text, or a range that ends before it begins. */
    public static Optional<CpuList> parse(String text) {
        if (!text.matches(FORM)) {
            return Optional.empty();
        }
        var numbers = new TreeSet<Integer>();
        var part = PART.matcher(text);
        while (part.find()) {
            int from = Integer.parseInt(part.group(1));
            int to = part.group(2) == null ? from : Integer.parseInt(part.group(2));
            if (to < from) {
                return Optional.empty();
            }
            for (int number = from; number <= to; number++) {
                numbers.add(number);
            }
        }
        return Optional.of(new CpuList(numbers));
    }

    /** The lowest number in this list that is not in the other. */
    public Optional<Integer> firstOutside(CpuList others) {
        return numbers.stream()
                .filter(number -> !others.numbers.contains(number))
                .findFirst();
    }

    /** The lowest number that is in both lists. */
    public Optional<Integer> firstShared(CpuList others) {
        return numbers.stream().filter(others.numbers::contains).findFirst();
    }

    /** The command line that runs {@code command} on these processors only, with {@code taskset}. */
    public List<String> pin(List<String> command) {
        return Stream.of(TASKSET, List.of(toString()), command)
                .flatMap(List::stream)
                .toList();
    }

    /** The numbers separated by commas, which {@code taskset -c} accepts. */
    @Override
    public String toString() {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
    }
}
