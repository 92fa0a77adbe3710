package threadwall.record;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * Another host that makes load.
 *
 * @param name as ssh knows it
 * @param address by which this machine reaches it, and from which its connections come
 * @param processes of the load engine on it
 * @param maxConnections that each of these processes may have open
 */
public record ClientHost(String name, String address, int processes, int maxConnections) {

    /** The name of this machine as a client host, which needs no ssh. */
    public static final String THIS_MACHINE = "localhost";

    /** Whether this machine makes the load. */
    @JsonIgnore
    public boolean isThisMachine() {
        return name.equals(THIS_MACHINE);
    }
}
