package threadwall.limits;

import java.util.OptionalLong;

/**
 * How many TCP connections over loopback a new server process can hold now, from one client address to one server address.
 */
public final class ConnectionLimits {

    private ConnectionLimits() {}

    /**
     * How many more connections a process that runs can have: limits on descriptors and kernel memory. Ports and queues are
     * left out, since its clients may be on other machines and come one after the other.
     *
     * @param snapshot of a process that runs
     */
    public static Diagnosis diagnoseRunning(SystemSnapshot snapshot, OptionalLong requested) {
        DiagnosisBuilder diagnosis = new DiagnosisBuilder(snapshot);
        OpenFileRules.assessRunning(diagnosis, snapshot.running());
        ConnectionMemoryRules.assess(diagnosis);
        return diagnosis.build(LimitSubject.CONNECTIONS, requested);
    }

    /**
     * Assesses every limit on connections: descriptors, ports, queues and kernel memory. The server's own memory for a
     * connection is left out, since it depends on the server.
     *
     * @param ownDescriptors what the server has open beside its sockets: files, jars, epoll, pipes
     * @param requested how many connections are wanted; empty for the most
     */
    public static Diagnosis diagnose(SystemSnapshot snapshot, long ownDescriptors, OptionalLong requested) {
        DiagnosisBuilder diagnosis = new DiagnosisBuilder(snapshot);
        OpenFileRules.assess(diagnosis, ownDescriptors);
        SourcePortRules.assess(diagnosis);
        AcceptQueueRules.assess(diagnosis);
        ConnectionMemoryRules.assess(diagnosis);
        return diagnosis.build(LimitSubject.CONNECTIONS, requested);
    }
}
