package threadwall.limits;

import java.util.OptionalLong;

/**
 * How many TCP connections over loopback one new server process can hold now, from one client by one pair of addresses.
 */
public final class Connections {

    private Connections() {}

    /**
     * Judges every limit on connections: descriptors, ports, queues, and the kernel's memory. What the server itself
     * keeps for a connection is not among them; it depends on the server.
     *
     * @param ownDescriptors what the server has open beside its sockets: files, jars, epoll, pipes
     * @param asked how many there shall be; empty for the most
     */
    public static Diagnosis diagnose(SystemSnapshot situation, long ownDescriptors, OptionalLong asked) {
        Assessments findings = new Assessments(situation);
        OpenFiles.judge(findings, ownDescriptors);
        SourcePorts.judge(findings);
        AcceptQueues.judge(findings);
        TcpMemory.judge(findings);
        return findings.diagnosis(LimitSubject.CONNECTIONS, asked);
    }
}
