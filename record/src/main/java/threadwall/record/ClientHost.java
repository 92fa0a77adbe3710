package threadwall.record;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * Another host that makes load.
 *
 * @param name as ssh knows it
 * @param address by which this machine reaches it, and from which its connections come
 * @param processes of the load engine on it
 * @param maxConnections that each of these processes may have open
 * @param readings from before the run
 */
public record ClientHost(String name, String address, int processes, int maxConnections, Readings readings) {

    /**
     * What a host said of itself. Values that it could not read are {@code null}.
     *
     * @param kernel release
     * @param processors that it may use
     * @param nofile hard limit of open files; {@code null} if unlimited, too
     * @param ports {@code net.ipv4.ip_local_port_range}
     * @param reservedPorts {@code net.ipv4.ip_local_reserved_ports}
     * @param congestionControl {@code net.ipv4.tcp_congestion_control}
     * @param engine version of Tsung
     * @param erlang release
     * @param clockOffsetMillis of its clock from this machine's, the time to read it included
     * @param queue of its link to this machine, as {@code tc} shows it: the delay and the loss that netem was told to make.
     *     After it come those of a link without netem
     * @param roundTripMillis shortest of a few TCP handshakes with its sshd
     * @param loss {@code null} for this machine, where {@code ping} cannot send, and if no ping was answered
     */
    public record Readings(
            String kernel,
            Integer processors,
            Long nofile,
            String ports,
            String reservedPorts,
            String congestionControl,
            String engine,
            String erlang,
            double clockOffsetMillis,
            String queue,
            Double roundTripMillis,
            Loss loss) {}

    /**
     * Pings to a host. One is lost if no answer comes back, so both directions count.
     */
    public record Loss(int sent, int lost) {}

    /** The name of this machine as a client host, which needs no ssh. */
    public static final String THIS_MACHINE = "localhost";

    /** The same host with another number of processes. */
    public ClientHost withProcesses(int other) {
        return new ClientHost(name, address, other, maxConnections, readings);
    }

    /** Whether this machine makes the load. */
    @JsonIgnore
    public boolean isThisMachine() {
        return name.equals(THIS_MACHINE);
    }
}
