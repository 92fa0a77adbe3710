package threadwall.limits;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Ports as {@code net.ipv4.ip_local_reserved_ports} lists them: "8080,9000-9010". The kernel never gives one of these to
 * an outgoing connection, so listeners inside the port range belong here.
 *
 * @param ranges in the order of the text; the kernel keeps them sorted and disjoint
 */
public record PortSet(List<PortRange> ranges) {

    public static final PortSet NONE = new PortSet(List.of());

    public PortSet {
        ranges = List.copyOf(ranges);
    }

    /**
     * Reads the sysctl's text; an empty text is no port.
     *
     * @throws IllegalArgumentException for anything other than numbers, commas and dashes
     */
    public static PortSet parse(String text) {
        List<PortRange> ranges = new ArrayList<>();
        for (String part : text.strip().split(",")) {
            if (part.isBlank()) {
                continue;
            }
            String[] ends = part.strip().split("-", 2);
            ranges.add(new PortRange(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1])));
        }
        return new PortSet(ranges);
    }

    public boolean contains(int port) {
        return ranges.stream().anyMatch(range -> range.contains(port));
    }

    /** The same set with one more port. */
    PortSet with(int port) {
        if (contains(port)) {
            return this;
        }
        List<PortRange> more = new ArrayList<>(ranges);
        more.add(new PortRange(port, port));
        return new PortSet(more);
    }

    /** The same set with the ports of another. */
    PortSet with(PortSet others) {
        List<PortRange> more = new ArrayList<>(ranges);
        others.ranges.stream()
                .filter(range -> !range.ports().allMatch(this::contains))
                .forEach(more::add);
        return new PortSet(more);
    }

    /** The text that the sysctl accepts. */
    @Override
    public String toString() {
        return ranges.stream()
                .map(range -> range.size() == 1 ? "" + range.low() : range.low() + "-" + range.high())
                .collect(Collectors.joining(","));
    }
}
