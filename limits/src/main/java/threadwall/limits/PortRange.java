package threadwall.limits;

import java.util.stream.IntStream;

/** Ports from {@code low} to {@code high}, both included, as in {@code net.ipv4.ip_local_port_range}. */
public record PortRange(int low, int high) {

    public PortRange {
        if (low < 0 || high > 65_535 || low > high) {
            throw new IllegalArgumentException("not a range of ports: " + low + "-" + high);
        }
    }

    /** Reads the sysctl's text: two numbers separated by whitespace. */
    public static PortRange parse(String text) {
        String[] ends = text.strip().split("\\s+");
        if (ends.length != 2) {
            throw new IllegalArgumentException("not a range of ports: " + text.strip());
        }
        return new PortRange(Integer.parseInt(ends[0]), Integer.parseInt(ends[1]));
    }

    public boolean contains(int port) {
        return port >= low && port <= high;
    }

    public int size() {
        return high - low + 1;
    }

    IntStream ports() {
        return IntStream.rangeClosed(low, high);
    }

    /** The text that the sysctl accepts. */
    @Override
    public String toString() {
        return low + " " + high;
    }
}
