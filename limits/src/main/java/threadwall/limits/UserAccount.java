package threadwall.limits;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The user who owns the process.
 *
 * @param name from {@code /etc/passwd}; ":1000" where it has none, which is how limits.conf(5) names that id
 * @param uid the real user id
 * @param gid the primary group
 * @param groups names of all groups, including the primary one
 */
public record UserAccount(String name, long uid, long gid, Set<String> groups) {

    public UserAccount {
        groups = Set.copyOf(groups);
    }

    boolean root() {
        return uid == 0;
    }

    /** The user of the process with this {@code /proc/PID/status}; null when the status is null. */
    static UserAccount of(Path root, ProcStatus status) {
        if (status == null) {
            return null;
        }
        long uid = status.realUid();
        return lines(root, "etc/passwd")
                .filter(fields -> fields.length > 3 && fields[2].equals(Long.toString(uid)))
                .findFirst()
                .map(fields -> parse(root, fields))
                .orElseGet(() -> new UserAccount(":" + uid, uid, status.realGid(), Set.of()));
    }

    /**
     * The user of that name in {@code etc/passwd} below the root. Users of a directory service (LDAP, sssd) are not in it.
     *
     * @throws IllegalArgumentException when there is none
     */
    static UserAccount named(Path root, String name) {
        return lines(root, "etc/passwd")
                .filter(fields -> fields.length > 3 && fields[0].equals(name))
                .findFirst()
                .map(fields -> parse(root, fields))
                .orElseThrow(() -> new IllegalArgumentException("no user '" + name
                        + "' in /etc/passwd; for a user of a directory service run this as that user, without --user"));
    }

    private static UserAccount parse(Path root, String[] passwd) {
        Set<String> groups = new HashSet<>();
        lines(root, "etc/group")
                .filter(fields -> fields.length > 2)
                .filter(fields -> fields[2].equals(passwd[3])
                        || fields.length > 3
                                && Arrays.asList(fields[3].split(",")).contains(passwd[0]))
                .forEach(fields -> groups.add(fields[0]));
        return new UserAccount(passwd[0], Long.parseLong(passwd[2]), Long.parseLong(passwd[3]), groups);
    }

    private static Stream<String[]> lines(Path root, String file) {
        return Optional.ofNullable(new SystemFiles(root).text(file)).stream()
                .flatMap(String::lines)
                .map(line -> line.split(":", -1));
    }
}
