package threadwall.loadgen.sweep.step;

import java.io.IOException;
import java.net.InetAddress;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import threadwall.limits.PortCapacity;
import threadwall.process.Countdown;
import threadwall.process.Progress;
import threadwall.process.socket.SockDiag;
import threadwall.process.socket.SocketCounts;
import threadwall.process.socket.SocketFilter;
import threadwall.record.StepPlan;
import threadwall.record.StepWarning;

/**
 * Whether the clients of a load have fewer free ports than connections to open. A port in TIME_WAIT at the client's end
 * is not free. Beyond {@link PortCapacity} the kernel searches long for a port, so the load measures that search.
 */
public final class ScarcePorts {

    private ScarcePorts() {}

    /** The warning of a load that is about to start; empty when there are ports enough, or sockets cannot be counted. */
    static Optional<StepWarning.ScarcePorts> before(StepPlan step) {
        try (var sockets = SockDiag.open()) {
            var timeWait = sockets.countByAddress(SockDiag.EVERY_PORT, SocketFilter.TIME_WAIT);
            return of(connections(step), timeWait, TimeWaitRoom.portsOfOneSource());
        } catch (IOException e) {
            return Optional.empty(); // no sock_diag here; the sampler, which counts connections by it, says so
        }
    }

    /**
     * Waits until the clients have ports enough, for as long as a socket stays in TIME_WAIT.
     *
     * @return seconds waited
     */
    public static double await(StepPlan step, Progress progress) throws InterruptedException {
        return await(() -> before(step), progress);
    }

    static double await(Supplier<Optional<StepWarning.ScarcePorts>> look, Progress progress)
            throws InterruptedException {
        long start = System.nanoTime();
        var countdown = Countdown.atMost(progress, TimeWaitRoom.TIME_WAIT.toSeconds());
        for (var scarce = look.get(); scarce.isPresent() && countdown.left() > 0; scarce = look.get()) {
            var now = scarce.get();
            countdown.report(() -> "waiting for ports: %,d of one client are in TIME_WAIT, and %,d are needed of %,d"
                    .formatted(now.timeWait(), now.connections(), now.ports()));
            Thread.sleep(TimeWaitRoom.POLL_INTERVAL);
        }
        return (System.nanoTime() - start) / 1e9;
    }

    /**
     * @param connections of each source address
     * @param timeWait by local address
     * @param ports of one source address
     */
    static Optional<StepWarning.ScarcePorts> of(
            Map<InetAddress, Integer> connections, Map<InetAddress, SocketCounts> timeWait, int ports) {
        return connections.entrySet().stream()
                .filter(source -> timeWait.containsKey(source.getKey()))
                .map(source -> new StepWarning.ScarcePorts(
                        timeWait.get(source.getKey()).total(), source.getValue(), ports))
                .filter(warning -> warning.timeWait() + warning.connections() > ports)
                .max(Comparator.comparingLong(warning -> warning.timeWait() + warning.connections()));
    }

    /** Of clients on this machine. */
    private static Map<InetAddress, Integer> connections(StepPlan step) throws IOException {
        var connections = new HashMap<InetAddress, Integer>();
        for (var client : step.clients()) {
            var load = client.measured().load();
            if (load.hosts().isEmpty()) {
                for (var source : load.sources()) {
                    connections.merge(
                            InetAddress.getByName(source), load.connections() / load.addresses(), Integer::sum);
                }
            }
        }
        return connections;
    }
}
