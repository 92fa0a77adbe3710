package threadwall.loadgen.plan;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Processors that servers and clients are kept on, by {@code taskset} before their command lines. What checks answers and
 * looks at the step, and PostgreSQL, are kept nowhere.
 *
 * @param server {@code null} where the kernel chooses; so {@code client}
 */
public record Pin(CpuList server, CpuList client) {

    /** The kernel chooses everywhere. */
    public static final Pin NONE = new Pin(null, null);

    private static final String PROGRAM = "taskset";
    private static final List<String> PREFIX = List.of(PROGRAM, "-c");
    private static final Pattern FORM =
            Pattern.compile("server=(%1$s),client=(%1$s)|server=(%1$s)|client=(%1$s)".formatted(CpuList.FORM));

    /**
     * @param text {@code server=0,client=1}, or one of both; each a list such as {@code 0-1,4}
     * @throws Refused (usage) for another form, or when a processor is on both sides
     */
    public static Pin parse(String text) throws Refused {
        var match = FORM.matcher(text);
        if (match.matches()) {
            var server = list(match.group(1), match.group(3));
            var client = list(match.group(2), match.group(4));
            if (server.isPresent() || client.isPresent()) {
                return apart(text, new Pin(server.orElse(null), client.orElse(null)));
            }
        }
        throw Refused.usage("--pin '%s' is not server=CPUS,client=CPUS, such as server=0,client=1-2,5", text);
    }

    private static Optional<CpuList> list(String one, String other) {
        return Optional.ofNullable(one == null ? other : one).flatMap(CpuList::parse);
    }

    private static Pin apart(String text, Pin pin) throws Refused {
        var both = pin.server == null || pin.client == null
                ? Optional.<Integer>empty()
                : pin.server.firstShared(pin.client);
        if (both.isPresent()) {
            throw Refused.usage(
                    "--pin %s has processor %d on both sides; give each side its own, or leave --pin out",
                    text, both.get());
        }
        return pin;
    }

    /** @throws Refused (environment) for a processor that processes here may not run on */
    void check(Host host) throws Refused {
        for (var list : Stream.of(server, client).filter(side -> side != null).toList()) {
            var missing = list.firstOutside(host.cpus());
            if (missing.isPresent()) {
                throw Refused.environment(
                        "--pin asks for processor %d; here processes may run on %s: choose among these",
                        missing.get(), host.cpus());
            }
        }
    }

    List<String> ofServer(List<String> command) {
        return on(server, command);
    }

    List<String> ofClient(List<String> command) {
        return on(client, command);
    }

    private static List<String> on(CpuList cpus, List<String> command) {
        return cpus == null
                ? command
                : Stream.of(PREFIX, List.of(cpus.toString()), command)
                        .flatMap(List::stream)
                        .toList();
    }

    /** Whether such a line keeps its process on processors. */
    public static boolean pins(List<String> command) {
        return command.size() > PREFIX.size()
                && command.subList(0, PREFIX.size()).equals(PREFIX);
    }

    /** Index of the program in a line that may have such a prefix. */
    public static int program(List<String> command) {
        return pins(command) ? PREFIX.size() + 1 : 0;
    }
}
