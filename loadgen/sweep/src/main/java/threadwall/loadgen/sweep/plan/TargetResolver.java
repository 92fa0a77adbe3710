package threadwall.loadgen.sweep.plan;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import threadwall.limits.ProcessLimits;
import threadwall.loadgen.http.RequestRoute;
import threadwall.loadgen.sweep.plan.SweepConfig.Target;
import threadwall.loadgen.sweep.plan.SweepConfig.Target.Running;
import threadwall.loadgen.sweep.plan.SweepConfig.Target.Started;
import threadwall.loadgen.testbed.ServerCatalog;
import threadwall.process.PreconditionException;
import threadwall.process.proc.ProcStat;
import threadwall.process.socket.PortOwner;
import threadwall.record.StepPlan.TargetSettings;

/**
 * Resolves a {@code --target} before anything starts: {@code NAME=URL[,pid=N]} to its processes and limits, {@code
 * NAME=COMMAND} to the program that each step starts.
 */
public final class TargetResolver {

    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]*";

    private static final Pattern FORM = Pattern.compile("(" + NAME + ")=(.+)", Pattern.DOTALL);

    private static final Pattern ADDRESS = Pattern.compile("(http://[^,/]+)/?(?:,pid=(\\d+))?");

    /** A command begins with the name of a program, which no scheme is. */
    private static final Pattern ANY_URL = Pattern.compile("\\w+://\\S*");

    private static final int CONNECT_MILLIS = 5_000;

    private TargetResolver() {}

    /** Whether a server of a user's own can have this name. */
    public static boolean isName(String text) {
        return text.matches(NAME);
    }

    /**
     * @param listen address of this machine at which the hosts of {@code --clients} reach it; {@code null} without hosts
     * @param settings of all targets; without a program for one that the user runs
     * @throws PreconditionException (usage) for a malformed text, an address that is neither loopback nor {@code listen},
     *     or the name of one of our servers; (environment) when nothing listens there or its process cannot be found
     */
    public static Target resolve(String text, String listen, TargetSettings settings)
            throws PreconditionException, IOException {
        var form = FORM.matcher(text);
        if (!form.matches()) {
            throw malformed(text);
        }
        var name = form.group(1);
        for (var ours : ServerCatalog.values()) {
            if (ours.label().equals(name)) {
                throw PreconditionException.usage(
                        "--target '%s' is the name of one of threadwall's servers; choose another", name);
            }
        }
        var value = form.group(2);
        var address = ADDRESS.matcher(value);
        if (address.matches()) {
            return running(text, name, address, listen, settings);
        }
        if (ANY_URL.matcher(value).matches()) {
            throw malformed(text);
        }
        if (!value.contains(Started.PORT)) {
            throw PreconditionException.usage(
                    "--target '%s': the command has to say where it listens: add %s, as in --server.port=%s",
                    text, Started.PORT, Started.PORT);
        }
        return new Started(name, value, settings);
    }

    /** @throws PreconditionException (usage) when the target has settings of responses that are not up to it */
    public static void requireUse(Target target, RequestRoute route) throws PreconditionException {
        var unused = target.settings().ignore() != null
                ? "--ignore"
                : target.settings().status() != null ? "--expect status" : null;
        if (unused != null && route.hasKnownAnswers()) {
            throw PreconditionException.usage(
                    "%s does not apply to --route %s, whose correct answers are known: leave it out, or request a path of"
                            + " %s's own",
                    unused, route.text(), target.name());
        }
    }

    private static PreconditionException malformed(String text) {
        return PreconditionException.usage(
                "--target '%s' is neither NAME=http://127.0.0.1:PORT[,pid=N] nor 'NAME=COMMAND', where the command contains"
                        + " %s",
                text, Started.PORT);
    }

    private static Running running(String text, String name, Matcher match, String listen, TargetSettings settings)
            throws PreconditionException, IOException {
        var url = url(match.group(1));
        // no DNS look-up: load goes to this machine only
        var address = literal(url.getHost(), listen, text);
        if (listen != null && !url.getHost().equals(listen)) {
            throw PreconditionException.usage(
                    "--target %s: the hosts of --clients reach this machine at %s; name the target by that address",
                    text, listen);
        }
        try (var probe = new Socket()) {
            probe.connect(new InetSocketAddress(address, url.getPort()), CONNECT_MILLIS);
        } catch (IOException e) {
            throw PreconditionException.environment(
                    "--target %s: nothing answers at %s (%s); start it first", name, url, e.getMessage());
        }
        var pids = match.group(2) == null
                ? listening(name, address, url.getPort())
                : List.of(Long.parseLong(match.group(2)));
        for (long pid : pids) {
            if (ProcStat.read(pid).isEmpty()) {
                throw PreconditionException.environment(
                        "--target %s: there is no process %d; correct or leave out pid=", name, pid);
            }
        }
        return new Running(name, url, pids, nofile(pids), settings.running());
    }

    private static URI url(String text) throws PreconditionException {
        try {
            var url = URI.create(text);
            if (url.getHost() != null && url.getPort() > 0) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            // the exception below shows the correct form
        }
        throw PreconditionException.usage("--target: '%s' is not http://127.0.0.1:PORT", text);
    }

    private static InetAddress literal(String host, String listen, String text)
            throws PreconditionException, IOException {
        if (host.equals("localhost")) {
            return InetAddress.getByName("127.0.0.1");
        }
        if (!host.equals(listen) && !host.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}")) {
            throw PreconditionException.usage(
                    "--target '%s': load goes to 127.0.0.0/8 only%s", text, listen == null ? "" : ", and to " + listen);
        }
        return InetAddress.getByName(host);
    }

    private static List<Long> listening(String name, InetAddress address, int port)
            throws PreconditionException, IOException {
        try {
            var pids = PortOwner.listening(address, port);
            if (pids.isEmpty()) {
                throw PreconditionException.environment("--target %s: cannot find its process; add ,pid=N", name);
            }
            return pids;
        } catch (AccessDeniedException e) {
            throw PreconditionException.environment("--target %s: %s", name, e.getReason());
        }
    }

    /** The lowest soft limit of the processes: a target does not raise its own. */
    private static Long nofile(List<Long> pids) throws IOException {
        Long lowest = null;
        for (long pid : pids) {
            var limits = ProcessLimits.of(Path.of("/proc"), pid);
            OptionalLong soft = limits.nofile() == null
                    ? OptionalLong.empty()
                    : limits.nofile().soft();
            if (soft.isPresent() && (lowest == null || soft.getAsLong() < lowest)) {
                lowest = soft.getAsLong();
            }
        }
        return lowest;
    }
}
