package threadwall.kilim.connection;

/**
 * What the loops of a server have in common.
 *
 * @param accessLog null = none
 */
public record SharedState(OpenConnections open, HeldMemory memory, Refusals refusals, AccessLog accessLog) {
    public SharedState(int mostConnections, long mostMemory, AccessLog accessLog) {
        this(new OpenConnections(mostConnections), new HeldMemory(mostMemory), new Refusals(), accessLog);
    }
}
