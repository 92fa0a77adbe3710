package threadwall.loadgen.testbed;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import threadwall.process.CpuList;
import threadwall.process.PreconditionException;
import threadwall.record.StepPlan;

/**
 * Processors to which servers and clients are pinned, by {@code taskset} in front of their commands. The verifier, the
 * sampler and PostgreSQL are not pinned.
 *
 * @param server {@code null} where the kernel chooses
 * @param client {@code null} where the kernel chooses
 */
public record CpuPinning(CpuList server, CpuList client) {

    /** The kernel chooses everywhere. */
    public static final CpuPinning NONE = new CpuPinning(null, null);

    private static final Pattern FORM =
            Pattern.compile("server=(%1$s),client=(%1$s)|server=(%1$s)|client=(%1$s)".formatted(CpuList.FORM));

    /**
     * @param text {@code server=0,client=1}, or one of both; each a list such as {@code 0-1,4}
     * @throws PreconditionException (usage) for another format, or when a processor is on both sides
     */
    public static CpuPinning parse(String text) throws PreconditionException {
        var match = FORM.matcher(text);
        if (match.matches()) {
            var server = list(match.group(1), match.group(3));
            var client = list(match.group(2), match.group(4));
            if (server.isPresent() || client.isPresent()) {
                return apart(text, new CpuPinning(server.orElse(null), client.orElse(null)));
            }
        }
        throw PreconditionException.usage(
                "--pin '%s' is not server=CPUS,client=CPUS, such as server=0,client=1-2,5", text);
    }

    private static Optional<CpuList> list(String one, String other) {
        return Optional.ofNullable(one == null ? other : one).flatMap(CpuList::parse);
    }

    private static CpuPinning apart(String text, CpuPinning pin) throws PreconditionException {
        var both = pin.server == null || pin.client == null
                ? Optional.<Integer>empty()
                : pin.server.firstShared(pin.client);
        if (both.isPresent()) {
            throw PreconditionException.usage(
                    "--pin %s has CPU %d on both sides; give each side its own CPUs, or leave --pin out",
                    text, both.get());
        }
        return pin;
    }

    /** @throws PreconditionException (environment) for a processor that this process may not use */
    public void check(HostLimits host) throws PreconditionException {
        for (var list : Stream.of(server, client).filter(side -> side != null).toList()) {
            var missing = list.firstOutside(host.cpus());
            if (missing.isPresent()) {
                throw PreconditionException.environment(
                        "--pin asks for CPU %d, but processes here may only use %s: choose among these",
                        missing.get(), host.cpus());
            }
        }
    }

    /** The reverse of {@link #planned}. */
    public static CpuPinning of(StepPlan.Pin pin) {
        return pin == null ? NONE : new CpuPinning(list(pin.server()), list(pin.client()));
    }

    private static CpuList list(List<Integer> numbers) {
        var text = numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
        return CpuList.parse(text).orElse(null);
    }

    /** As the plan has it; {@code null} when the kernel chooses for both sides. */
    public StepPlan.Pin planned() {
        return server == null && client == null ? null : new StepPlan.Pin(numbers(server), numbers(client));
    }

    private static List<Integer> numbers(CpuList cpus) {
        return cpus == null ? List.of() : List.copyOf(cpus.numbers());
    }

    public List<String> ofServer(List<String> command) {
        return on(server, command);
    }

    public List<String> ofClient(List<String> command) {
        return on(client, command);
    }

    private static List<String> on(CpuList cpus, List<String> command) {
        return cpus == null ? command : cpus.pin(command);
    }
}
