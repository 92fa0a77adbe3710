package threadwall.record;

/**
 * What one client process is asked to do, in the words of no program.
 *
 * @param url of the server, with the route
 * @param connections open at once
 * @param requests in all; {@code null} when time ends the load
 * @param seconds that it lasts; {@code null} when its requests end it
 * @param threads of the process; {@code null} for a program that has one
 * @param source address to connect from, for a program that can choose
 * @param keepAlive whether a connection makes more than one request
 * @param sameLength whether every right answer has the same length
 * @param timeoutSeconds silence after which a server is given up
 * @param log file for a line a request, for a program that writes one; {@code null} for none
 */
public record ClientLoad(
        String url,
        int connections,
        Long requests,
        Integer seconds,
        Integer threads,
        String source,
        boolean keepAlive,
        boolean sameLength,
        int timeoutSeconds,
        String log) {}
