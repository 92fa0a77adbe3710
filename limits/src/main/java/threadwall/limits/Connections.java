package threadwall.limits;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** How many TCP connections over loopback one new server process can hold now. */
public final class Connections {

    private Connections() {}

    /**
     * Judges every limit on connections.
     *
     * @param ownDescriptors what the server has open beside its sockets: files, jars, epoll, pipes
     */
    public static Diagnosis diagnose(Situation situation, long ownDescriptors, OptionalLong asked) {
        List<Wall> walls = new ArrayList<>();
        Limit nofile = situation.process().nofile();
        if (nofile != null) {
            walls.add(new Wall(
                    "RLIMIT_NOFILE (hard)",
                    Scope.PROCESS,
                    Effect.REFUSES,
                    nofile.hard(),
                    ownDescriptors,
                    1,
                    "%s − %,d".formatted(nofile.hard(), ownDescriptors),
                    "getrlimit(2)",
                    "",
                    new Setting.Fixed("raise nofile for the user in /etc/security/limits.conf")));
        }
        return new Diagnosis(Subject.CONNECTIONS, asked, walls, situation.unread());
    }
}
