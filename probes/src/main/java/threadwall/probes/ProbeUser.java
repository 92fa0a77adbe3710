package threadwall.probes;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import threadwall.process.PreconditionException;

/**
 * The user that a child process runs as.
 *
 * @param name from id(1)
 * @param current whether this process runs as that user, so that no switch is needed
 */
public record ProbeUser(String name, long uid, long gid, boolean current) {

    /** The user of this process. */
    public static ProbeUser currentUser() throws IOException, InterruptedException, PreconditionException {
        return new ProbeUser(id("-un"), Long.parseLong(id("-u")), Long.parseLong(id("-g")), true);
    }

    /**
     * A user of this machine, by name or number.
     *
     * @throws PreconditionException (usage) when there is none
     */
    public static ProbeUser named(String name) throws IOException, InterruptedException, PreconditionException {
        var uid = Long.parseLong(id("-u", "--", name));
        return new ProbeUser(
                id("-un", "--", name), uid, Long.parseLong(id("-g", "--", name)), uid == Long.parseLong(id("-u")));
    }

    private static String id(String... words) throws IOException, InterruptedException, PreconditionException {
        var command = Stream.concat(Stream.of("id"), Stream.of(words)).toList();
        var id = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        var text = new String(id.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (!id.waitFor(10, TimeUnit.SECONDS) || id.exitValue() != 0) {
            throw PreconditionException.usage(
                    "--user %s: there is no such user on this machine", words[words.length - 1]);
        }
        return text;
    }

    /**
     * @throws PreconditionException (environment) when a child as this user is wanted and this process may not start one
     */
    public void requireChildren() throws IOException, InterruptedException, PreconditionException {
        if (!current && currentUser().uid() != 0) {
            throw PreconditionException.environment(
                    "--user %s: only root can start a process as another user; run the probe with sudo, or as %s",
                    name, name);
        }
    }

    /** This user if this process may start children as that user, else the current user. */
    public ProbeUser orCurrentUser() throws IOException, InterruptedException, PreconditionException {
        var currentUser = currentUser();
        return current || currentUser.uid() == 0 ? this : currentUser;
    }

    /** Words that make a command run as this user. The switch clears the parent-death signal, so it is set again. */
    List<String> commandPrefix() {
        return current
                ? List.of()
                : List.of("setpriv", "--reuid", "" + uid, "--regid", "" + gid, "--init-groups", "--pdeathsig", "KILL");
    }

    /** Makes this user the owner of files. */
    void chown(Path... files) throws IOException {
        if (!current) {
            for (var file : files) {
                Files.setAttribute(file, "unix:uid", (int) uid);
            }
        }
    }
}
