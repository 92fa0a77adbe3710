package threadwall.kilim.connection;

/** What the loops of a server count together. */
public record ServerTotals(OpenConnections open, HeldMemory memory, Refusals refusals) {
    public ServerTotals(int mostConnections, long mostMemory) {
        this(new OpenConnections(mostConnections), new HeldMemory(mostMemory), new Refusals());
    }
}
