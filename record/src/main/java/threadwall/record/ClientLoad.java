package threadwall.record;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The load that one client makes, independent of the load engine. The client is a process, or with {@code hosts} a run of
 * an engine that starts processes there.
 *
 * @param url of the server, with the route
 * @param connections open at once; with a {@code rate} the most
 * @param requests total number; {@code null} when the load ends by time
 * @param seconds duration of the load; {@code null} when it ends by its number of requests
 * @param rate requests that are due in a second, answered or not; {@code null} for a client that sends the next request of
 *     a connection after its response
 * @param threads of the process; {@code null} for a single-threaded engine
 * @param source address to connect from; the kernel's choice for an engine that cannot bind one; {@code null} with hosts
 * @param addresses of the client, in a row from {@code source}: one address has too few ports for some loads
 * @param keepAlive whether a connection makes more than one request
 * @param sameLength whether every correct response has the same length
 * @param timeoutSeconds give up on a server after this long without a response
 * @param log file with a line for each request; {@code null} for an engine that writes none
 * @param overload what follows after the {@code seconds}; {@code null} for a load at one rate
 * @param hosts that make the load together; empty for this machine
 * @param request {@code null} for a GET without headers of its own
 */
public record ClientLoad(
        String url,
        int connections,
        Long requests,
        Integer seconds,
        Integer rate,
        Integer threads,
        String source,
        Integer addresses,
        boolean keepAlive,
        boolean sameLength,
        int timeoutSeconds,
        String log,
        Overload overload,
        List<ClientHost> hosts,
        RequestMessage request) {

    public ClientLoad {
        // records of formats up to 10 have neither
        hosts = hosts == null ? List.of() : List.copyOf(hosts);
        addresses = addresses == null ? 1 : addresses;
    }

    /**
     * More than a server can answer, and then the first {@code rate} again.
     *
     * @param rate requests that are due in a second, meanwhile
     * @param outstanding the overload ends when so many requests were due and have no response
     * @param seconds it ends after this time at the latest
     * @param afterSeconds how long the first rate follows
     */
    public record Overload(int rate, int outstanding, int seconds, int afterSeconds) {}

    /** A load at one rate, or without one. */
    public ClientLoad(
            String url,
            int connections,
            Long requests,
            Integer seconds,
            Integer rate,
            Integer threads,
            String source,
            boolean keepAlive,
            boolean sameLength,
            int timeoutSeconds,
            String log) {
        this(
                url,
                connections,
                requests,
                seconds,
                rate,
                threads,
                source,
                1,
                keepAlive,
                sameLength,
                timeoutSeconds,
                log,
                null,
                List.of(),
                null);
    }

    /** The same load from another address. */
    public ClientLoad from(String other) {
        return with(requests, other, addresses, overload, hosts, request);
    }

    /** The same load with another number of requests; {@code null} for a load that ends by time. */
    public ClientLoad withRequests(Long other) {
        return with(other, source, addresses, overload, hosts, request);
    }

    /** The same load, with an overload after it. */
    public ClientLoad with(Overload other) {
        return with(requests, source, addresses, other, hosts, request);
    }

    /** The same load from so many addresses. */
    public ClientLoad over(int count) {
        return with(requests, source, count, overload, hosts, request);
    }

    /** The same load, made by these hosts. */
    public ClientLoad by(List<ClientHost> others) {
        return with(requests, null, 1, overload, others, request);
    }

    /** The same load of other requests; {@code null} for a GET without headers of its own. */
    public ClientLoad sending(RequestMessage other) {
        return with(requests, source, addresses, overload, hosts, other);
    }

    private ClientLoad with(
            Long newRequests,
            String newSource,
            int newAddresses,
            Overload newOverload,
            List<ClientHost> newHosts,
            RequestMessage newRequest) {
        return new ClientLoad(
                url,
                connections,
                newRequests,
                seconds,
                rate,
                threads,
                newSource,
                newAddresses,
                keepAlive,
                sameLength,
                timeoutSeconds,
                log,
                newOverload,
                newHosts,
                newRequest);
    }

    /** Whether any of it comes from another machine. */
    public boolean leavesThisMachine() {
        return hosts.stream().anyMatch(host -> !host.isThisMachine());
    }

    /** Addresses that its connections come from. */
    public List<String> sources() {
        if (!hosts.isEmpty()) {
            return hosts.stream().map(ClientHost::address).toList();
        }
        int last = source.lastIndexOf('.') + 1;
        return IntStream.range(0, addresses)
                .mapToObj(i -> source.substring(0, last) + (Integer.parseInt(source.substring(last)) + i))
                .toList();
    }

    /** Cores that the process can keep busy. */
    public int cores() {
        return threads == null ? 1 : threads;
    }
}
