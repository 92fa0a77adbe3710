package threadwall.doctor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import threadwall.process.PreconditionException;

/**
 * Who a child runs as.
 *
 * @param name as id(1) has it
 * @param own whether that is who we are, so that nothing has to be changed
 */
public record ProbeUser(String name, long uid, long gid, boolean own) {

    /** Ourselves. */
    public static ProbeUser ourselves() throws IOException, InterruptedException, PreconditionException {
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
            throw PreconditionException.usage("--user %s: this machine knows no such user", words[words.length - 1]);
        }
        return text;
    }

    /**
     * @throws PreconditionException (environment) when a child as this user is wanted and we may not make one
     */
    public void requireChildren() throws IOException, InterruptedException, PreconditionException {
        if (!own && ourselves().uid() != 0) {
            throw PreconditionException.environment(
                    "--user %s: only root can start a process as another user; run it by sudo, or as %s", name, name);
        }
    }

    /** This user where we may start processes of theirs, else ourselves. */
    ProbeUser orOurselves() throws IOException, InterruptedException, PreconditionException {
        var ourselves = ourselves();
        return own || ourselves.uid() == 0 ? this : ourselves;
    }

    /** What makes a command run as this user. The parent-death signal is lost with the change, so it is set anew. */
    List<String> prefix() {
        return own
                ? List.of()
                : List.of("setpriv", "--reuid", "" + uid, "--regid", "" + gid, "--init-groups", "--pdeathsig", "KILL");
    }

    /** Gives files to this user. */
    void own(Path... files) throws IOException {
        if (!own) {
            for (var file : files) {
                Files.setAttribute(file, "unix:uid", (int) uid);
            }
        }
    }
}
